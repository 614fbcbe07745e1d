import { Button } from '@mcwick/ui'
import { useEffect, useState } from 'react'
import { ignoreRepeats } from '../ignore-repeats'
import { ShareCard } from '../share/share-card'
import { texts } from '../texts'
import type { Token } from '../tokens/token'
import { addResult, type Champion, findChampion, type Streaks } from './champion'
import { nextPair, type Pair } from './pair'
import { TokenCard } from './token-card'

const resultMs = 1500

interface BattleState {
  pair: Pair
  round: number
  /** Set while the result shows: 0 the left one, 1 the right one. */
  winner?: 0 | 1
  /** Of the rounds before. */
  streaks: Streaks
}

/** Battle Mode: a choice between two tokens, its result for a moment, then the next pair. */
export function Battle({ tokens }: { tokens: Token[] }) {
  const [{ pair, round, winner, streaks }, setBattle] = useState<BattleState>(() => ({
    pair: nextPair(tokens, undefined),
    round: 1,
    streaks: {},
  }))
  useEffect(() => {
    if (winner === undefined) return
    const startNextRound = () =>
      setBattle({
        pair: nextPair(tokens, pair),
        round: round + 1,
        streaks: addResult(streaks, pair[winner], pair[1 - winner] as Token),
      })
    const timer = setTimeout(startNextRound, resultMs)
    return () => clearTimeout(timer)
  }, [tokens, pair, round, winner, streaks])
  const champion = findChampion(tokens, streaks, round - 1)
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
        {winner === undefined
          ? texts.battle.hint
          : texts.battle.won(pair[winner].name, (pair[1 - winner] as Token).name)}
      </p>
      {champion && <ShareChampion {...champion} />}
    </div>
  )
}

/** A button that opens the card to share, below the game. */
function ShareChampion({ token, wins }: Champion) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="picks-champion">
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {texts.battle.champion}
      </Button>
      {isOpen && <ShareCard mode="battle" tokens={[token]} text={texts.battle.share(token.name, wins)} />}
    </div>
  )
}
