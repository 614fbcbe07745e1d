import { texts } from '../texts'
import { formatAmount, formatDate } from '../tokens/format-figures'
import type { Token } from '../tokens/token'
import { TokenSummary } from '../tokens/token-summary'
import type { Vote } from './deck'
import { useSwipe } from './use-swipe'

interface CardProps {
  token: Token
  isTop: boolean
  leaving?: Vote
  onSwipe: (vote: Vote) => void
}

/** A card of the deck: the top one can be dragged, the one below is inert. */
export function Card({ token, isTop, leaving, onSwipe }: CardProps) {
  const swipe = useSwipe(onSwipe)
  return (
    <article
      className="picks-card"
      aria-label={token.name}
      data-leaving={leaving}
      inert={!isTop || undefined}
      {...(isTop && !leaving ? swipe : {})}
    >
      <TokenSummary token={token} />
      <Facts token={token} />
      <Links token={token} />
    </article>
  )
}

function Facts({ token }: { token: Token }) {
  const facts: [string, string, Vote?][] = [
    [texts.card.marketCap, formatAmount(token.market_cap)],
    [texts.card.volume, formatAmount(token.volume_24h)],
    [texts.card.launched, formatDate(token.launch_date)],
    [texts.card.red, token.votes_red.toLocaleString('en-US'), 'red'],
    [texts.card.green, token.votes_green.toLocaleString('en-US'), 'green'],
  ]
  return (
    <dl className="picks-facts">
      {facts.map(([name, value, vote]) => (
        <div key={name} data-vote={vote}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Links({ token }: { token: Token }) {
  const links = [
    [texts.card.website, token.website_url],
    [texts.card.telegram, token.telegram_url],
    [texts.card.twitter, token.twitter_url],
  ] as const
  return (
    <p className="picks-links">
      {links.map(
        ([name, url]) =>
          url && (
            <a key={name} className="mc-link" href={url} target="_blank" rel="noopener" draggable={false}>
              {name}
            </a>
          ),
      )}
    </p>
  )
}
