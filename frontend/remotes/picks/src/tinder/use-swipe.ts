import { type PointerEvent, useRef } from 'react'
import type { Vote } from './deck'
import { type Step, voteOf } from './swipe'

/**
 * Handlers of a card that follows the finger. It is moved by the CSS variable --drag, in pixels, past React, so that it
 * keeps up with the finger; data-dragging is there meanwhile.
 */
export function useSwipe(onSwipe: (vote: Vote) => void) {
  const steps = useRef<Step[]>([])
  const isHeld = (event: PointerEvent<HTMLElement>) => 'dragging' in event.currentTarget.dataset && event.isPrimary
  const stepTo = (event: PointerEvent<HTMLElement>) => {
    steps.current.push({ x: event.clientX, at: event.timeStamp })
    const way = event.clientX - (steps.current[0]?.x ?? 0)
    event.currentTarget.style.setProperty('--drag', String(way))
  }
  const letGo = ({ currentTarget: card }: PointerEvent<HTMLElement>) => {
    delete card.dataset.dragging
    card.style.removeProperty('--drag')
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isLink = (event.target as Element).closest('a')
      if (!event.isPrimary || event.button !== 0 || isLink) return
      steps.current = []
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.dataset.dragging = ''
      stepTo(event)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isHeld(event)) stepTo(event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!isHeld(event)) return
      stepTo(event)
      letGo(event)
      const vote = voteOf(steps.current, event.currentTarget.clientWidth)
      if (vote) onSwipe(vote)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      if (isHeld(event)) letGo(event)
    },
  }
}
