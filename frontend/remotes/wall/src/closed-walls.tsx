import { ButtonLink, EmptyState } from '@mcwick/ui'
import { texts } from './texts'

/** What hangs at /wall while the site has the walls closed. */
export function ClosedWalls() {
  return (
    <div className="wall">
      <EmptyState pose="mood-sleeping">
        <h1>{texts.closed.title}</h1>
        <p>{texts.closed.lead}</p>
        <ButtonLink kind="primary" href="/gallery">
          {texts.closed.elsewhere}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
