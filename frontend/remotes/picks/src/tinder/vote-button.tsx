import { texts } from '../texts'
import type { Vote } from './deck'

interface VoteButtonProps {
  vote: Vote
  /** No card is left to vote on; the status text says so. */
  isLast: boolean
  onVote: (vote: Vote) => void
}

/** A button that votes on the top card. */
export function VoteButton({ vote, isLast, onVote }: VoteButtonProps) {
  return (
    <button
      type="button"
      className="picks-vote"
      data-vote={vote}
      aria-disabled={isLast || undefined}
      aria-describedby={isLast ? 'picks-line' : undefined}
      onClick={() => onVote(vote)}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 4v8M24 36v8" />
        <rect x="14" y="12" width="20" height="24" rx="4" />
        <path d={vote === 'green' ? 'm18 27 6-6 6 6' : 'm18 21 6 6 6-6'} />
      </svg>
      {texts.tinder[vote]}
    </button>
  )
}
