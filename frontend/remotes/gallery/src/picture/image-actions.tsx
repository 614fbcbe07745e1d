import { type Image, setCandle } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { useShare } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ButtonLink } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
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
      <a className="mc-button" data-kind="plain" href={mediaBase + image.objectName} download>
        {picture.download}
      </a>
      {isOwn && image.type === 'pfp' && image.handle && <CandleButton image={image} />}
      <ButtonLink href={image.type === 'pfp' ? '/pfp' : '/ai'} kind={image.type === 'meme' ? 'plain' : 'primary'}>
        {picture.create}
      </ButtonLink>
    </div>
  )
}

/** Makes a portrait of the account's own the picture of its profile. */
function CandleButton({ image }: { image: Image }) {
  const { toast } = useShell()
  const choice = useMutation({
    mutationFn: () => userAction('choose a candle', (span) => setCandle({ imageId: image.id }, { span })),
    onSuccess: () => toast(picture.candleSet),
    onError: () => toast(picture.candleFailed),
  })
  return (
    <Button aria-disabled={choice.isPending || undefined} onClick={() => choice.isPending || choice.mutate()}>
      {picture.candle}
    </Button>
  )
}
