import { texts } from '../texts'
import { changeDirection, formatChange, formatPrice } from './format-figures'
import type { Token } from './token'
import { TokenImage } from './token-image'

const arrows = { up: '▲', down: '▼' }

/** Image, name, price and change of a token. Phrasing content only, so that it can be inside a button. */
export function TokenSummary({ token }: { token: Token }) {
  const change = token.price_change_percentage_24h
  const direction = changeDirection(change)
  return (
    <span className="picks-summary">
      <TokenImage key={token.id} image={token.image} />
      <span className="picks-name">
        <b>{token.name}</b> <small>{token.symbol}</small>
      </span>
      <span className="picks-price">{formatPrice(token.current_price)}</span>{' '}
      <span className="picks-change" data-direction={direction}>
        {direction && <i aria-hidden="true">{arrows[direction]}</i>} {formatChange(change)}{' '}
        <small>{texts.card.change}</small>
      </span>
    </span>
  )
}
