import { useEffect, useState } from 'react'
import { ignoreRepeats } from '../ignore-repeats'
import { texts } from '../texts'
import type { Token } from '../tokens/token'
import { Fighter } from './fighter'
import { nextPair, type Pair } from './pair'

const resultMs = 1500

interface Fight {
  pair: Pair
  round: number
  /** Set while the result shows: 0 the left one, 1 the right one. */
  winner?: 0 | 1
}

/** Battle Mode: two cards, one choice, a moment of glory, the next two. */
export function Battle({ tokens }: { tokens: Token[] }) {
  const [{ pair, round, winner }, setFight] = useState<Fight>(() => ({ pair: nextPair(tokens, undefined), round: 1 }))
  useEffect(() => {
    if (winner === undefined) return
    const timer = setTimeout(() => setFight({ pair: nextPair(tokens, pair), round: round + 1 }), resultMs)
    return () => clearTimeout(timer)
  }, [tokens, pair, round, winner])
  const choose = (side: 0 | 1) => setFight((fight) => (fight.winner === undefined ? { ...fight, winner: side } : fight))
  const fighter = (side: 0 | 1) => (
    <Fighter
      token={pair[side]}
      isWinner={winner === undefined ? undefined : winner === side}
      onChoose={() => choose(side)}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the buttons within
    <div className="picks-battle" onKeyDown={ignoreRepeats}>
      <p className="picks-round">{texts.battle.round(round)}</p>
      <div className="picks-ring">
        {fighter(0)}
        <span className="picks-versus" aria-hidden="true">
          {texts.battle.versus}
        </span>
        {fighter(1)}
      </div>
      <p className="picks-line" role="status">
        {winner === undefined ? texts.battle.hint : wonBy(pair[winner], pair[1 - winner] as Token)}
      </p>
    </div>
  )
}

function wonBy(winner: Token, loser: Token): string {
  return texts.battle.won(winner.name, loser.name)
}
