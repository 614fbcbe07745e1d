import { Badge, ButtonLink, Mascot } from '@mcwick/ui'
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

function Tool({ card: { title, text, pose, action } }: { card: ToolCard }) {
  return (
    <article className="tool" data-disabled={action ? undefined : ''}>
      <Mascot pose={pose} lively={Boolean(action)} />
      <h3>{title}</h3>
      <p>{text}</p>
      {action ? (
        <ButtonLink href={action.href} kind="primary">
          {action.label}
        </ButtonLink>
      ) : (
        <Badge>{texts.tools.soon}</Badge>
      )}
    </article>
  )
}
