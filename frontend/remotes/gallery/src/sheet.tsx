import type { Image } from '@mcwick/api-calls'
import { useEffect, useRef, useState } from 'react'
import { useLikes } from './api/use-likes'
import { ImageCard } from './image-card'

const inFirstView = 3
const aroundTheScreen = '1500px 0px'

// How high each sheet is, in pixels: a wall that one comes back to has its length before its prints, so that the
// browser finds the place where it was left.
const heights = new Map<string, number>()

interface SheetProps {
  images: Image[]
  isFirst: boolean
}

/**
 * One page of the wall. Far from the screen only its room is kept, which bounds the elements of an endless wall by what
 * is near. A page is a whole number of rows, so sheets follow each other without a seam.
 */
export function Sheet({ images, isFirst }: SheetProps) {
  const name = images[0]?.id ?? ''
  const ref = useRef<HTMLUListElement>(null)
  const [isNear, setIsNear] = useState(!heights.has(name))
  useLikes(images)
  useEffect(() => {
    const sheet = ref.current as HTMLUListElement
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isInUse = sheet.contains(document.activeElement)
        measure(name, sheet)
        setIsNear(entry.isIntersecting || isInUse)
      },
      { rootMargin: aroundTheScreen },
    )
    watcher.observe(sheet)
    return () => {
      measure(name, sheet)
      watcher.disconnect()
    }
  }, [name])
  return (
    <ul ref={ref} className="gallery-wall" style={isNear ? undefined : { height: `${heights.get(name)}px` }}>
      {isNear &&
        images.map((image, index) => (
          <li key={image.id}>
            <ImageCard image={image} eager={isFirst && index < inFirstView} />
          </li>
        ))}
    </ul>
  )
}

function measure(name: string, sheet: HTMLElement) {
  const { height } = sheet.getBoundingClientRect()
  if (height > 0) heights.set(name, height)
}
