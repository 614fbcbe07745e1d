import { texts } from '../texts'
import { changeOf, directionOf, priceOf } from './figures'
import type { Token } from './token'
import { TokenPicture } from './token-picture'

const arrows = { up: '▲', down: '▼' }

/** What a card shows of a token at a glance. Only phrases, so that it can stand in a button. */
export function TokenFace({ token }: { token: Token }) {
  const change = token.price_change_percentage_24h
  const direction = directionOf(change)
  return (
    <span className="picks-face">
      <TokenPicture key={token.id} image={token.image} />
      <span className="picks-name">
        <b>{token.name}</b> <small>{token.symbol}</small>
      </span>
      <span className="picks-price">{priceOf(token.current_price)}</span>{' '}
      <span className="picks-change" data-direction={direction}>
        {direction && <i aria-hidden="true">{arrows[direction]}</i>} {changeOf(change)}{' '}
        <small>{texts.card.change}</small>
      </span>
    </span>
  )
}
