import { useShell } from '@mcwick/shell-contract'
import { Button } from '@mcwick/ui'
import { type Place, placeOf } from '../../launch'
import { PlaceLink } from '../../navigation/place-link'
import { Soon } from '../../navigation/soon'
import { texts } from './texts'

const { arcade } = texts

/** The teaser of the arcade, without any working control until the settings say that it, or a game, is live. */
export function Arcade() {
  const { config } = useShell()
  const { label, href, date } = placeOf('arcade', { label: arcade.title, text: '' }, config)
  return (
    <section className="arcade" aria-labelledby="arcade-title">
      {!href && (
        <p className="arcade-label" id="arcade-label">
          {arcade.label}
          {date && ` · ${date}`}
        </p>
      )}
      <h2 id="arcade-title">{label}</h2>
      <ul className="cabinets">
        {arcade.cards.map(({ id, title, description, tiles }) => (
          <li key={id} className="cabinet">
            <span className="cabinet-screen" aria-hidden="true">
              {Array.from(tiles, (letter, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the letters never move
                <i key={index}>{letter}</i>
              ))}
            </span>
            <Cabinet place={placeOf(id, { label: title, text: description }, config)} isOpen={Boolean(href)} />
          </li>
        ))}
      </ul>
      {href ? (
        <PlaceLink href={href} className="mc-button" data-kind="primary">
          {arcade.launch}
        </PlaceLink>
      ) : (
        <Button disabled aria-describedby="arcade-label">
          {arcade.launch}
        </Button>
      )}
    </section>
  )
}

/** A game; in an arcade that is not open itself, its label says so for all of them. */
function Cabinet({ place: { label, text, href, date }, isOpen }: { place: Place; isOpen: boolean }) {
  return (
    <>
      <h3>{href ? <PlaceLink href={href}>{label}</PlaceLink> : label}</h3>
      <p>{text}</p>
      {!href && (isOpen || date) && <Soon date={date} />}
    </>
  )
}
