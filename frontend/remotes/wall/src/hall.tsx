import type { WallEntry } from '@mcwick/api-client'
import { Spinner } from '@mcwick/ui'
import { useState } from 'react'
import { EntryCard } from './entry-card'
import type { Side } from './side'
import { texts } from './texts'

interface HallProps {
  side: Side
  entries: WallEntry[]
}

/** The cards of a wall. One of them is in the visitor's hand at most: on a phone it lies over the others. */
export function Hall({ side, entries }: HallProps) {
  const [turned, setTurned] = useState('')
  return (
    <div className="wall-hall">
      <ul className="wall-cards">
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
