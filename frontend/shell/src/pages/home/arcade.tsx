import { Button } from '@mcwick/ui'
import { texts } from './texts'

const { arcade } = texts

/** The teaser of the arcade, without any working control yet. */
export function Arcade() {
  return (
    <section className="arcade" aria-labelledby="arcade-title">
      <p className="arcade-label" id="arcade-label">
        {arcade.label}
      </p>
      <h2 id="arcade-title">{arcade.title}</h2>
      <ul className="cabinets">
        {arcade.cards.map(({ title, description, tiles }) => (
          <li key={title} className="cabinet">
            <span className="cabinet-screen" aria-hidden="true">
              {Array.from(tiles, (letter, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the letters never move
                <i key={index}>{letter}</i>
              ))}
            </span>
            <h3>{title}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
      <Button disabled aria-describedby="arcade-label">
        {arcade.launch}
      </Button>
    </section>
  )
}
