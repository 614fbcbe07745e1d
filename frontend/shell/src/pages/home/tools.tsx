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
          <li key={card.title}>
            <Tool card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tool({ card }: { card: ToolCard }) {
  const { config } = useShell()
  const { id, pose } = card
  const place = id && placeOf(id, { label: card.title, text: card.text }, config)
  const { label: title, text } = place ?? { label: card.title, text: card.text }
  const action = place?.href ? { label: texts.tools.open, href: place.href } : card.action
  return (
    <article className="tool" data-disabled={action ? undefined : ''}>
      <Mascot pose={pose} lively={Boolean(action)} />
      <h3>{title}</h3>
      <p>{text}</p>
      {action ? (
        <PlaceLink href={action.href} className="mc-button" data-kind="primary">
          {action.label}
        </PlaceLink>
      ) : (
        <Badge>
          {texts.tools.soon}
          {place?.date && ` · ${place.date}`}
        </Badge>
      )}
    </article>
  )
}
