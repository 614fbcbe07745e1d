import { ButtonLink, EmptyState } from '@mcwick/ui'
import { texts } from './texts'

/** The page /wall while the walls are closed. */
export function WallsClosed() {
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
