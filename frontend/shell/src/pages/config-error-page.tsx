import { Button, EmptyState } from '@mcwick/ui'
import { texts } from '../texts'

/** Shown when the site configuration fails to load, without which no page can be rendered. */
export function ConfigErrorPage() {
  return (
    <main>
      <EmptyState pose="mood-failed">
        <h1>{texts.noConfig.title}</h1>
        <p>{texts.noConfig.line}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {texts.noConfig.retry}
        </Button>
      </EmptyState>
    </main>
  )
}
