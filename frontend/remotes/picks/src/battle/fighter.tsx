import { texts } from '../texts'
import type { Token } from '../tokens/token'
import { TokenFace } from '../tokens/token-face'

interface FighterProps {
  token: Token
  /** Known while the result shows; the card takes no press then. */
  isWinner?: boolean
  onChoose: () => void
}

/** One of the two in the ring; the whole card is its button. */
export function Fighter({ token, isWinner, onChoose }: FighterProps) {
  const isOver = isWinner !== undefined
  return (
    <button
      type="button"
      className="picks-fighter"
      data-result={isOver ? (isWinner ? 'winner' : 'loser') : undefined}
      aria-disabled={isOver || undefined}
      onClick={onChoose}
    >
      <TokenFace token={token} />
      {isOver && <strong className="picks-stamp">{isWinner ? texts.battle.winner : texts.battle.loser}</strong>}
    </button>
  )
}
