import type { Token } from '../tokens/token'

export type Vote = 'green' | 'red'

/** A deck of cards; the one at `index` is on top. */
export interface Deck {
  tokens: Token[]
  index: number
  /** The vote on the top card, set while its exit is animated. */
  pendingVote?: Vote
  /** The vote on the previous card. */
  previousVote?: Vote
}

type DeckEvent = Vote | 'left'

export function isLast({ tokens, index }: Deck): boolean {
  return index >= tokens.length - 1
}

/** Counts a vote once, and none on the last card. After 'left' the next card is on top. */
export function reduceDeck(deck: Deck, event: DeckEvent): Deck {
  if (event === 'left')
    return deck.pendingVote ? { tokens: deck.tokens, index: deck.index + 1, previousVote: deck.pendingVote } : deck
  if (deck.pendingVote || isLast(deck)) return deck
  return { ...deck, tokens: deck.tokens.with(deck.index, withVote(deck, event)), pendingVote: event }
}

function withVote({ tokens, index }: Deck, vote: Vote): Token {
  const token = tokens[index] as Token
  return vote === 'green'
    ? { ...token, votes_green: token.votes_green + 1 }
    : { ...token, votes_red: token.votes_red + 1 }
}
