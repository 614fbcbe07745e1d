import type { Image } from '@mcwick/api-client'
import { Spinner } from '@mcwick/ui'
import { useEffect, useRef } from 'react'
import { ImageCard } from './image-card'
import { texts } from './texts'

interface ImageWallProps {
  images: Image[]
  /** There are older ones. */
  more: boolean
  loadingMore: boolean
  onMore: () => void
}

/** The prints; asks for more before the visitor reaches the last. */
export function ImageWall({ images, more, loadingMore, onMore }: ImageWallProps) {
  const endRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = endRef.current
    if (!end || !more) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '900px' })
    watcher.observe(end)
    return () => watcher.disconnect()
  }, [more, onMore])
  return (
    <>
      <ul className="gallery-wall">
        {images.map((image, index) => (
          <li key={image.id}>
            <ImageCard image={image} eager={index < 3} />
          </li>
        ))}
      </ul>
      <div ref={endRef} className="gallery-end">
        {loadingMore && <Spinner label={texts.loadingMore} />}
        {!more && !loadingMore && <p>{texts.end}</p>}
      </div>
    </>
  )
}
