import { texts } from '../texts'
import type { Token } from '../tokens/token'
import { TokenSummary } from '../tokens/token-summary'

interface TokenCardProps {
  token: Token
  /** Set while the result is shown; the card is disabled then. */
  isWinner?: boolean
  onChoose: () => void
}

/** One of the two tokens of a battle; the whole card is a button. */
export function TokenCard({ token, isWinner, onChoose }: TokenCardProps) {
  const hasResult = isWinner !== undefined
  return (
    <button
      type="button"
      className="picks-token-card"
      data-result={hasResult ? (isWinner ? 'winner' : 'loser') : undefined}
      aria-disabled={hasResult || undefined}
      onClick={onChoose}
    >
      <TokenSummary token={token} />
      {hasResult && <strong className="picks-stamp">{isWinner ? texts.battle.winner : texts.battle.loser}</strong>}
    </button>
  )
}
