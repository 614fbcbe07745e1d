import { Badge, ButtonLink, Mascot } from '@mcwick/ui'
import { type Ref, useId } from 'react'
import { type Mode, type Tool, texts } from './texts'

/** The overview: the two games, and the tools that are coming soon. */
export function Modes({ title }: { title: Ref<HTMLHeadingElement> }) {
  return (
    <div className="picks">
      <header className="picks-head">
        <h1 ref={title} tabIndex={-1}>
          {texts.title}
        </h1>
        <p>{texts.lead}</p>
      </header>
      <section aria-labelledby="picks-graveyard" className="picks-graveyard">
        <h2 id="picks-graveyard">{texts.graveyard}</h2>
        <p>{texts.graveyardLine}</p>
        <ul className="picks-mode-cards">
          {Object.entries(texts.modes).map(([mode, tool]) => (
            <li key={mode}>
              <ModeCard mode={mode as Mode} tool={tool} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="picks-tools">
        <h2 id="picks-tools">{texts.tools}</h2>
        <ul className="picks-tools">
          {texts.soon.map((tool) => (
            <li key={tool.title}>
              <SoonCard tool={tool} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function ModeCard({ mode, tool: { title, text, pose } }: { mode: Mode; tool: Tool }) {
  const id = useId()
  return (
    <article className="picks-mode-card" aria-labelledby={id}>
      <Mascot pose={pose} lively />
      <h3 id={id}>{title}</h3>
      <p>{text}</p>
      <ButtonLink href={`/picks?mode=${mode}`} kind="primary" aria-label={`${texts.launch} ${title}`}>
        {texts.launch}
      </ButtonLink>
    </article>
  )
}

function SoonCard({ tool: { title, text, pose } }: { tool: Tool }) {
  const id = useId()
  return (
    <article className="picks-soon-card" aria-labelledby={id}>
      <Mascot pose={pose} />
      <h3 id={id}>{title}</h3>
      <p>{text}</p>
      <Badge>{texts.comingSoon}</Badge>
    </article>
  )
}
