import { branded, useShell } from '@mcwick/shell-contract'
import { ButtonLink, EmptyState } from '@mcwick/ui'
import { type RoutePath, routes } from '../routes'
import { type SoonTexts, texts } from '../texts'

/** The placeholder of a page that does not exist yet. */
export function SoonPage({ path }: { path: RoutePath }) {
  const { config } = useShell()
  const { fallback: any, pages }: SoonTexts = texts.soon
  const { pose, line } = pages[path] ?? any
  const title = routes.find((route) => route.path === path)?.title ?? ''
  return (
    <div className="soon">
      <EmptyState pose={pose}>
        <h1 className="soon-title">{branded(title, config)}</h1>
        <p className="soon-line">{branded(line, config)}</p>
        <ButtonLink href="/ai" kind="primary">
          {texts.soon.action}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
