import { type Image, setCandle } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { DownloadLink, useShare } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ButtonLink } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { imageTitle } from '../describe'
import { imagePath, remixPath } from '../paths'
import { texts } from '../texts'

const { picture } = texts

/** What a visitor does next with an image: light another one from it, share it, take it along. */
export function ImageActions({ image, isOwn }: { image: Image; isOwn: boolean }) {
  const share = useShare(picture)
  const { mediaBase } = useShell().config
  const path = imagePath(image.id, image.type)
  return (
    <div className="gallery-actions">
      {image.type === 'meme' && (
        <ButtonLink href={remixPath(image.id)} kind="primary">
          {picture.remix}
        </ButtonLink>
      )}
      <Button onClick={() => share({ title: imageTitle(image), path })}>{picture.share}</Button>
      <DownloadLink href={mediaBase + image.objectName} name={image.objectName.replace(/^.*\//, '')}>
        {picture.download}
      </DownloadLink>
      {isOwn && image.type === 'pfp' && image.handle && <CandleButton image={image} />}
      <ButtonLink href={image.type === 'pfp' ? '/pfp' : '/ai'} kind={image.type === 'meme' ? 'plain' : 'primary'}>
        {picture.create}
      </ButtonLink>
      <SendOn title={imageTitle(image)} path={path} />
    </div>
  )
}

/** Links that send an image on to other sites. Their code is loaded after the page. */
function SendOn({ title, path }: { title: string; path: string }) {
  const [links, setLinks] = useState<{ label: string; href: string }[]>([])
  useEffect(() => {
    import('@mcwick/forms/share-links').then(
      ({ shareLinks }) => setLinks(shareLinks({ title, text: title, path })),
      () => undefined, // the page has its share button
    )
  }, [title, path])
  return (
    <div className="gallery-actions gallery-send-on">
      {links.map(({ label, href }) => (
        <a key={label} className="mc-button" data-size="small" href={href} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </div>
  )
}

/** Makes a portrait of the account's own the picture of its profile. */
function CandleButton({ image }: { image: Image }) {
  const { toast } = useShell()
  const client = useQueryClient()
  const choice = useMutation({
    mutationFn: () => userAction('choose a candle', (span) => setCandle({ imageId: image.id }, { span })),
    onSuccess: () => {
      toast(picture.candleSet)
      return client.invalidateQueries({ queryKey: ['author'] })
    },
    onError: () => toast(picture.candleFailed, 'failure'),
  })
  return (
    <Button aria-disabled={choice.isPending || undefined} onClick={() => choice.isPending || choice.mutate()}>
      {picture.candle}
    </Button>
  )
}
