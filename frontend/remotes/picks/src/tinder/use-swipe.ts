import { type PointerEvent, useRef } from 'react'
import type { Vote } from './deck'
import { type PointerSample, voteFromSwipe } from './swipe'

/**
 * Returns the pointer handlers of a draggable card. It is moved by the CSS variable --drag, in pixels, without rendering, so
 * that it keeps up with the pointer; data-dragging is set meanwhile.
 */
export function useSwipe(onSwipe: (vote: Vote) => void) {
  const samples = useRef<PointerSample[]>([])
  const isDragging = (event: PointerEvent<HTMLElement>) => 'dragging' in event.currentTarget.dataset && event.isPrimary
  const addSample = (event: PointerEvent<HTMLElement>) => {
    samples.current.push({ x: event.clientX, at: event.timeStamp })
    const distance = event.clientX - (samples.current[0]?.x ?? 0)
    event.currentTarget.style.setProperty('--drag', String(distance))
  }
  const release = ({ currentTarget: card }: PointerEvent<HTMLElement>) => {
    delete card.dataset.dragging
    card.style.removeProperty('--drag')
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isLink = (event.target as Element).closest('a')
      if (!event.isPrimary || event.button !== 0 || isLink) return
      samples.current = []
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.dataset.dragging = ''
      addSample(event)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isDragging(event)) addSample(event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging(event)) return
      addSample(event)
      release(event)
      const vote = voteFromSwipe(samples.current, event.currentTarget.clientWidth)
      if (vote) onSwipe(vote)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      if (isDragging(event)) release(event)
    },
  }
}
