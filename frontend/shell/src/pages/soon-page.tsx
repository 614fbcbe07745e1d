import { branded, useShell } from '@mcwick/shell-contract'
import { ButtonLink, EmptyState } from '@mcwick/ui'
import { type RoutePath, routes } from '../routes'
import { texts } from '../texts'

/** The placeholder of a page that does not exist yet. */
export function SoonPage({ path }: { path: RoutePath }) {
  const { config } = useShell()
  const title = routes.find((route) => route.path === path)?.title ?? ''
  return (
    <div className="soon">
      <EmptyState pose="pose-hips">
        <h1 className="soon-title">{branded(title, config)}</h1>
        <p className="soon-line">{texts.soon.line}</p>
        <ButtonLink href="/ai" kind="primary">
          {texts.soon.action}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
