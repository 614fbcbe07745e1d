import type { WallEntry } from '@mcwick/api-calls'
import { Spinner } from '@mcwick/ui'
import { useEffect, useRef, useState } from 'react'
import { EntryCard } from './entry-card'
import type { Side } from './side'
import { texts } from './texts'

interface EntryGridProps {
  side: Side
  entries: WallEntry[]
}

/**
 * The cards of a wall. At most one is flipped: on a phone it covers the others. It flips back on a tap outside, when the
 * focus leaves it and on Escape, except in a dialog that was opened from it. Scrolling is no tap: it fires pointercancel, not
 * pointerup.
 */
export function EntryGrid({ side, entries }: EntryGridProps) {
  const [flippedId, setFlippedId] = useState('')
  const cards = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!flippedId) return
    const listening = new AbortController()
    const { signal } = listening
    const unflip = () => setFlippedId('')
    const flippedCard = cards.current?.querySelector('[data-turned]')
    const leave = ({ target }: Event) => {
      if (target instanceof Element && !flippedCard?.contains(target) && !target.closest('dialog')) unflip()
    }
    document.addEventListener('pointerup', leave, { signal })
    document.addEventListener(
      'focusin',
      (event) => {
        // A click on a button in Safari focuses what is around it, as closing a dialog does afterwards.
        if (!(event.target as Element).contains(flippedCard ?? null)) leave(event)
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
        // Its side becomes inert, which would drop the focus.
        if (flippedCard?.contains(document.activeElement)) flippedCard.querySelector<HTMLElement>('.wall-turn')?.focus()
        unflip()
      },
      { signal },
    )
    return () => listening.abort()
  }, [flippedId])
  return (
    <div className="wall-grid">
      <ul className="wall-cards" ref={cards}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryCard
              entry={entry}
              side={side}
              isFlipped={entry.id === flippedId}
              onFlip={() => setFlippedId(entry.id === flippedId ? '' : entry.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The layout of the grid while it loads. */
export function LoadingGrid() {
  return (
    <div className="wall-grid">
      <ul className="wall-cards" aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <li key={key} className="wall-blank" />
        ))}
      </ul>
      <Spinner label={texts.loading} />
    </div>
  )
}
