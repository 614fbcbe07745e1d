import { useEffect } from 'react'
import type { Vote } from './deck'

const votes: Partial<Record<string, Vote>> = { ArrowLeft: 'red', ArrowRight: 'green' }

/** Votes by the arrow keys anywhere on the page, except in a dialog or a field. One key press is one vote. */
export function useArrowKeys(onVote: (vote: Vote) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const vote = votes[event.key]
      const isInField = event.target instanceof Element && event.target.closest('dialog, input, select, textarea')
      if (!vote || isInField || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat) onVote(vote)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onVote])
}
