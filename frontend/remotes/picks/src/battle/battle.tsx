import { useEffect, useState } from 'react'
import { ignoreRepeats } from '../ignore-repeats'
import { texts } from '../texts'
import type { Token } from '../tokens/token'
import { nextPair, type Pair } from './pair'
import { TokenCard } from './token-card'

const resultMs = 1500

interface BattleState {
  pair: Pair
  round: number
  /** Set while the result shows: 0 the left one, 1 the right one. */
  winner?: 0 | 1
}

/** Battle Mode: a choice between two tokens, its result for a moment, then the next pair. */
export function Battle({ tokens }: { tokens: Token[] }) {
  const [{ pair, round, winner }, setBattle] = useState<BattleState>(() => ({
    pair: nextPair(tokens, undefined),
    round: 1,
  }))
  useEffect(() => {
    if (winner === undefined) return
    const timer = setTimeout(() => setBattle({ pair: nextPair(tokens, pair), round: round + 1 }), resultMs)
    return () => clearTimeout(timer)
  }, [tokens, pair, round, winner])
  const choose = (side: 0 | 1) =>
    setBattle((battle) => (battle.winner === undefined ? { ...battle, winner: side } : battle))
  const fighter = (side: 0 | 1) => (
    <TokenCard
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
        {winner === undefined ? texts.battle.hint : resultText(pair[winner], pair[1 - winner] as Token)}
      </p>
    </div>
  )
}

function resultText(winner: Token, loser: Token): string {
  return texts.battle.won(winner.name, loser.name)
}
