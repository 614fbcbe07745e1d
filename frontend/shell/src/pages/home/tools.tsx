import { useShell } from '@mcwick/shell-contract'
import { Badge, Mascot } from '@mcwick/ui'
import { placeOf } from '../../launch'
import { PlaceLink } from '../../navigation/place-link'
import { type ToolCard, texts } from './texts'

/** The tools of the site, existing and coming soon. */
export function Tools() {
  return (
    <section aria-labelledby="tools-title">
      <h2 id="tools-title" className="home-title">
        {texts.tools.title}
      </h2>
      <ul className="tools">
        {texts.tools.cards.map((card) => (
          <li key={card.label}>
            <Tool card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tool({ card }: { card: ToolCard }) {
  const { config } = useShell()
  const { label, text, href, date } = card.id ? placeOf(card.id, card, config) : card
  return (
    <article className="tool" data-disabled={href ? undefined : ''}>
      <Mascot pose={card.pose} lively={Boolean(href)} />
      <h3>{label}</h3>
      <p>{text}</p>
      {href ? (
        <PlaceLink href={href} className="mc-button" data-kind="primary">
          {texts.tools.open}
        </PlaceLink>
      ) : (
        <Badge>
          {texts.tools.soon}
          {date && ` · ${date}`}
        </Badge>
      )}
    </article>
  )
}
