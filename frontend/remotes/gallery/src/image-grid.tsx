import type { Image } from '@mcwick/api-calls'
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useKnownLikes } from './api/use-known-likes'
import { ImageCard } from './image-card'

const eagerCount = matchMedia('(width < 48rem)').matches ? 1 : 3 // the first row; innerWidth would wait for a layout
const firstCount = 6 // as many as a viewport shows
const rootMargin = '1500px 0px'

// The height of each page in pixels: on going back, the list has its full height before its images, so that the browser
// can restore the scroll position.
const measuredHeights = new Map<string, number>()

const portrait = matchMedia('(orientation: portrait)')

function onTurn(listener: () => void) {
  portrait.addEventListener('change', listener)
  return () => portrait.removeEventListener('change', listener)
}

interface ImageGridProps {
  /** Of the list and its page: stays when other images come to it. Use it as the React key, too. */
  name: string
  images: Image[]
  isFirst: boolean
}

/**
 * One page of the list, a whole number of rows, so that pages follow each other without a gap. While it is new, cards outside
 * the viewport are not laid out (gallery.css). Far from the viewport only its height is kept, which limits the number of
 * elements of a long list.
 */
export function ImageGrid({ name, images, isFirst }: ImageGridProps) {
  const ref = useRef<HTMLUListElement>(null)
  // A height is good until the phone is turned. A page is new, near, or far with the key of its height.
  const key = `${name} ${useSyncExternalStore(onTurn, () => portrait.matches)}`
  const [place, setPlace] = useState(measuredHeights.has(key) ? key : 'new')
  const isFar = place === key
  // The others are rendered without blocking what a visitor does.
  const rendered = useDeferredValue(images, place === 'new' ? images.slice(0, firstCount) : images)
  useKnownLikes(images)
  useEffect(() => {
    const grid = ref.current as HTMLUListElement
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const hasFocus = grid.contains(document.activeElement)
        measure(key, grid)
        const isNear = entry.isIntersecting || hasFocus
        setPlace((previous) => (isNear ? (previous === 'new' ? 'new' : 'near') : key))
      },
      { rootMargin: rootMargin },
    )
    observer.observe(grid)
    return () => observer.disconnect()
  }, [key])
  return (
    <ul
      ref={ref}
      className="gallery-wall"
      data-place={place === 'new' ? 'new' : undefined}
      style={isFar ? { height: `${measuredHeights.get(key)}px` } : undefined}
    >
      {!isFar &&
        rendered.map((image, index) => (
          <li key={image.id}>
            <ImageCard image={image} eager={isFirst && index < eagerCount} />
          </li>
        ))}
    </ul>
  )
}

function measure(key: string, grid: HTMLElement) {
  const { height } = grid.getBoundingClientRect()
  if (height > 0) measuredHeights.set(key, height)
}
