import { ButtonLink } from '@mcwick/ui'
import { useEffect, useReducer } from 'react'
import { ignoreRepeats } from '../ignore-repeats'
import { ShareCard } from '../share/share-card'
import { texts } from '../texts'
import type { Token } from '../tokens/token'
import { Card } from './card'
import { type Deck, isLast, reduceDeck } from './deck'
import { useArrowKeys } from './use-arrow-keys'
import { VoteButton } from './vote-button'

const animationMs = 300

/** McTinder: one card at a time, red to the left and green to the right. Votes are kept while the game is mounted. */
export function Tinder({ tokens }: { tokens: Token[] }) {
  const [deck, dispatch] = useReducer(reduceDeck, { tokens, index: 0 })
  const { pendingVote: leaving, index } = deck
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => dispatch('left'), animationMs)
    return () => clearTimeout(timer)
  }, [leaving])
  useArrowKeys(dispatch)
  const last = isLast(deck)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the buttons within
    <div className="picks-tinder" onKeyDown={ignoreRepeats}>
      <section className="picks-deck" aria-label={texts.tinder.deck}>
        {deck.tokens.slice(index, index + 2).map((token, offset) => (
          <Card
            key={token.id}
            token={token}
            isTop={offset === 0}
            leaving={offset === 0 ? leaving : undefined}
            onSwipe={dispatch}
          />
        ))}
      </section>
      <div className="picks-votes">
        <VoteButton vote="red" isLast={last} onVote={dispatch} />
        <VoteButton vote="green" isLast={last} onVote={dispatch} />
      </div>
      <p className="picks-line" id="picks-line" role="status">
        {statusText(deck)}
      </p>
      {last && (
        <ButtonLink href="/picks?mode=battle" size="small">
          {texts.tinder.again}
        </ButtonLink>
      )}
      {last && deck.previousVote && <Verdict tokens={tokens} deck={deck} />}
    </div>
  )
}

/** The end of the game: what got a green candle, to share. */
function Verdict({ tokens, deck }: { tokens: Token[]; deck: Deck }) {
  const green = deck.tokens.filter((token, index) => token.votes_green > (tokens[index]?.votes_green ?? 0))
  return <ShareCard mode="tinder" tokens={green} text={texts.tinder.share(green.map(({ name }) => name))} />
}

/** Returns the status text: the last vote and the current card, in one sentence. */
function statusText(deck: Deck): string {
  const { voted, last, hint } = texts.tinder
  const { tokens, pendingVote: leaving, previousVote: former } = deck
  if (!leaving && isLast(deck)) return last
  const vote = leaving ?? former
  if (!vote) return hint
  const [previous, next] = tokens.slice(leaving ? deck.index : deck.index - 1)
  return voted[vote](previous?.name ?? '', next?.name ?? '')
}
