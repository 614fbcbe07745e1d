import type { Token } from '../tokens/token'

export type Vote = 'green' | 'red'

/** A deck of cards, of which one lies on top. */
export interface Deck {
  tokens: Token[]
  index: number
  /** Set while the card on top flies off: it is voted on, and the next is not yet asked about. */
  leaving?: Vote
  /** What was last voted, on the card before. */
  former?: Vote
}

export type DeckEvent = Vote | 'left'

export function isLast({ tokens, index }: Deck): boolean {
  return index >= tokens.length - 1
}

/** A vote counts once, and never on the last card. Once the card has left, the next lies on top. */
export function play(deck: Deck, event: DeckEvent): Deck {
  if (event === 'left')
    return deck.leaving ? { tokens: deck.tokens, index: deck.index + 1, former: deck.leaving } : deck
  if (deck.leaving || isLast(deck)) return deck
  return { ...deck, tokens: deck.tokens.with(deck.index, voted(deck, event)), leaving: event }
}

function voted({ tokens, index }: Deck, vote: Vote): Token {
  const token = tokens[index] as Token
  return vote === 'green'
    ? { ...token, votes_green: token.votes_green + 1 }
    : { ...token, votes_red: token.votes_red + 1 }
}
