import type { ImageType, RelatedImages } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { Icon, Link } from '@mcwick/ui'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { imagePath } from '../paths'
import { texts } from '../texts'

const { picture } = texts
const swipeDistance = 60 // pixels sideways; less is a tap, and more up or down is scrolling

interface NeighborsProps {
  related: RelatedImages | undefined
  type: ImageType
  /** The picture. */
  children: ReactNode
}

/** A picture between its neighbors in the list, reached by links, the arrow keys and swiping. */
export function Neighbors({ related, type, children }: NeighborsProps) {
  const { navigate } = useShell()
  const newer = related?.newerId && imagePath(related.newerId, type)
  const older = related?.olderId && imagePath(related.olderId, type)
  useArrowKeys(newer, older)
  const start = useRef<{ x: number; y: number }>(undefined)
  const begin = ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1 // then a finger moves the page
    start.current = pointerType === 'touch' && isPrimary && !isZoomed ? { x, y } : undefined
  }
  const end = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return
    const x = clientX - start.current.x
    const isSideways = Math.abs(x) >= swipeDistance && Math.abs(x) > 2 * Math.abs(clientY - start.current.y)
    start.current = undefined
    const path = x > 0 ? newer : older
    if (isSideways && path) navigate(path, { replace: true })
  }
  return (
    <div
      className="gallery-leaf"
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => (start.current = undefined)}
    >
      {children}
      <nav className="gallery-neighbors" aria-label={picture.neighbors}>
        {newer && <Neighbor path={newer} label={picture.newer} side="newer" />}
        {older && <Neighbor path={older} label={picture.older} side="older" />}
      </nav>
    </div>
  )
}

function Neighbor({ path, label, side }: { path: string; label: string; side: 'newer' | 'older' }) {
  return (
    <Link href={path} replace className="mc-button gallery-neighbor" data-side={side} aria-label={label} title={label}>
      <Icon name="chevron" />
    </Link>
  )
}

/** Left and right lead to the neighbors, except in fields, dialogs and players, which need these keys. */
function useArrowKeys(newer: string | undefined, older: string | undefined) {
  const { navigate } = useShell()
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const path = { ArrowLeft: newer, ArrowRight: older }[event.key]
      if (!path || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, video, audio'))
        return
      event.preventDefault()
      navigate(path, { replace: true })
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [newer, older, navigate])
}
