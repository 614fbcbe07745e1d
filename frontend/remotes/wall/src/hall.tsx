import type { WallEntry } from '@mcwick/api-calls'
import { Spinner } from '@mcwick/ui'
import { useEffect, useRef, useState } from 'react'
import { EntryCard } from './entry-card'
import type { Side } from './side'
import { texts } from './texts'

interface HallProps {
  side: Side
  entries: WallEntry[]
}

/**
 * The cards of a wall. One of them is in the visitor's hand at most: on a phone it lies over the others. It turns
 * back by a tap beside it and by Escape, but for those in a dialog that was asked for on it. A finger that scrolls is
 * no tap: it never lifts.
 */
export function Hall({ side, entries }: HallProps) {
  const [turned, setTurned] = useState('')
  const cards = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!turned) return
    const listening = new AbortController()
    const { signal } = listening
    const turnBack = () => setTurned('')
    document.addEventListener(
      'pointerup',
      ({ target }) => {
        const inHand = cards.current?.querySelector('[data-turned]')
        if (target instanceof Element && !inHand?.contains(target) && !target.closest('dialog')) turnBack()
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && !document.querySelector('dialog[open]')) turnBack()
      },
      { signal },
    )
    return () => listening.abort()
  }, [turned])
  return (
    <div className="wall-hall">
      <ul className="wall-cards" ref={cards}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryCard
              entry={entry}
              side={side}
              isTurned={entry.id === turned}
              onTurn={() => setTurned(entry.id === turned ? '' : entry.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The hall's layout, still without its cards. */
export function WaitingHall() {
  return (
    <div className="wall-hall">
      <ul className="wall-cards" aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <li key={place} className="wall-blank" />
        ))}
      </ul>
      <Spinner label={texts.loading} />
    </div>
  )
}
