import { type Image, listImages } from '@mcwick/api-calls'
import { imagesKey, isStale } from '@mcwick/api-client'
import { branded, useShell } from '@mcwick/shell-contract'
import {
  artUrl,
  Badge,
  ButtonLink,
  ErrorPanel,
  Icon,
  MadeBy,
  type MascotPose,
  Picture,
  Spinner,
  useFailure,
} from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts } from './texts'

const { preview } = texts
const perType = 2
const listAgeMs = 4000 // caches may have a list that is as old
const spreadMs = 3000 // so that not all pages read the lists at once
const sizes = '(width >= 48rem) 22vw, 44vw'

type Tile = { key: string; label: string; alt: string } & ({ image: Image } | { drawing: MascotPose })

/** The two newest memes and profile pictures, alternating; drawings replace missing ones. */
export function GalleryPreview() {
  const { config, watchGallery } = useShell()
  const query = useQuery({
    queryKey: [...imagesKey, 'preview'],
    queryFn: async () => {
      const requestedAt = Date.now()
      const lists = await Promise.all((['meme', 'pfp'] as const).map((type) => listImages({ type, pageSize: perType })))
      const [memes, pfps] = lists.map(({ images }) => images)
      return { memes, pfps, requestedAt: lists.some(isStale) ? 0 : requestedAt }
    },
  })
  const { data, refetch } = query
  const [likes, setLikes] = useState<Record<string, number>>({})
  const [gone, setGone] = useState<Record<string, number>>({}) // when it was taken down, by id
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    let newest = 0
    const readLater = () => {
      pending ??= setTimeout(
        async () => {
          const startedAt = Date.now()
          await refetch({ cancelRefetch: false }) // or on a slow network, frequent updates would let none end
          pending = undefined
          if (newest + listAgeMs > startedAt) readLater()
        },
        listAgeMs + Math.random() * spreadMs,
      )
    }
    const unwatch = watchGallery?.(['meme', 'pfp'], (update) => {
      setLikes((known) => ({ ...known, ...update.likes }))
      const { added, removed = [] } = update
      if (!added && !removed[0]) return
      newest = Date.now()
      setGone((known) => ({ ...known, ...Object.fromEntries(removed.map((id) => [id, newest])) }))
      readLater()
    })
    return () => {
      clearTimeout(pending)
      newest = 0 // a read that is under way is the last one
      unwatch?.()
    }
  }, [watchGallery, refetch])
  const failure = useFailure(query)
  const isWaiting = !data && !failure
  const tileOf = (image: Image): Tile => ({
    key: image.id,
    label: image.type === 'pfp' ? preview.pfp : preview.meme,
    image,
    alt: [image.action, image.scene].join(', '),
  })
  /** Leaves out what was taken down, until a list has it that was requested when no cache had an older one. */
  const tilesOf = (images: Image[] = []) =>
    images.filter(({ id }) => !gone[id] || gone[id] + listAgeMs < (data?.requestedAt ?? 0)).map(tileOf)
  const memes = fillWithDrawings(tilesOf(data?.memes), preview.meme, branded(preview.classic, config), [
    'pose-dance',
    'pose-phone',
  ])
  const pfps = fillWithDrawings(tilesOf(data?.pfps), preview.pfp, branded(preview.legendary, config), [
    'mood-winking',
    'mood-happy',
  ])
  const tiles = memes.flatMap((meme, index) => [meme, pfps[index] as Tile])
  return (
    <section className="preview" aria-labelledby="preview-title" aria-busy={isWaiting}>
      <div className="preview-head">
        <h2 id="preview-title">{preview.title}</h2>
        <ButtonLink href="/gallery" size="small">
          {preview.explore}
        </ButtonLink>
        <ButtonLink href="/ai" size="small" kind="primary">
          {preview.create}
        </ButtonLink>
      </div>
      {failure && <ErrorPanel error={failure}>{preview.failed}</ErrorPanel>}
      <ul className="preview-wall">
        {tiles.map((tile) => (
          <li key={tile.key} className="preview-tile" data-drawn={'drawing' in tile || undefined}>
            {isWaiting ? <span className="preview-blank" /> : <TilePicture tile={tile} />}
            <p className="preview-labels">
              <Badge tone="action">{tile.label}</Badge>
              {'image' in tile && (
                <>
                  <Likes count={Math.max(tile.image.likes, likes[tile.key] ?? 0)} />
                  <MadeBy source={tile.image.source} words={preview.madeBy} />
                </>
              )}
            </p>
          </li>
        ))}
        {isWaiting && (
          <li className="preview-wait">
            <Spinner label={preview.loading} />
          </li>
        )}
      </ul>
    </section>
  )
}

/** Fills up to the number of tiles with drawings. */
function fillWithDrawings(tiles: Tile[], label: string, alt: string, poses: MascotPose[]): Tile[] {
  return poses.slice(0, perType).map((pose, index) => tiles[index] ?? { key: pose, label, alt, drawing: pose })
}

/** A like count. Its element is a new one for each count, so that a change shows. */
function Likes({ count }: { count: number }) {
  return (
    <span className="preview-likes" key={count}>
      <Icon name="flame" />
      {count}
      <span className="sr-only"> {preview.likes}</span>
    </span>
  )
}

function TilePicture({ tile }: { tile: Tile }) {
  if ('image' in tile) return <Picture image={tile.image} alt={tile.alt} sizes={sizes} />
  return <img src={artUrl(tile.drawing)} alt={tile.alt} width="512" height="512" loading="lazy" />
}
