import { useEffect, useRef } from 'react'
import type { Vote } from './deck'

const votes: Partial<Record<string, Vote>> = { ArrowLeft: 'red', ArrowRight: 'green' }

/** The arrow keys vote wherever the focus is, but not in a dialog or a field. One press is one vote. */
export function useArrowKeys(onVote: (vote: Vote) => void) {
  const latest = useRef(onVote)
  latest.current = onVote
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const vote = votes[event.key]
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog, input, select, textarea')
      if (!vote || isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat) latest.current(vote)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
