import type { Site } from '@mcwick/api-calls'
import { withDeadline } from '@mcwick/forms'
import { ShellProvider } from '@mcwick/shell-contract'
import { ErrorBoundary } from '@mcwick/ui'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { EarlyAccess } from './early-access'
import { Footer } from './navigation/footer'
import { TopBar } from './navigation/top-bar'
import { HomePage } from './pages/home/home-page'
import { NotFoundPage } from './pages/not-found-page'
import { SoonPage } from './pages/soon-page'
import { LoadError } from './remotes/load-error'
import { loadTimeoutMs } from './remotes/load-remote'
import { Loading, RemoteSlot } from './remotes/remote-slot'
import { profileRoute, type RoutePath, routeOf } from './routes'
import { texts } from './texts'
import { Toasts } from './toasts'
import { useRouteAnnouncer } from './use-route-announcer'
import { useShellValue } from './use-shell-value'

/** Pages of the shell that are loaded on demand. */
const lazyPages: Partial<Record<RoutePath, ComponentType>> = {
  '/lore': lazy(() => withDeadline(import('./pages/lore/lore-page'), loadTimeoutMs)),
  '/safety': lazy(() => withDeadline(import('./pages/safety/safety-page'), loadTimeoutMs)),
  '/styleguide': lazy(() => withDeadline(import('./pages/styleguide/styleguide-page'), loadTimeoutMs)),
}

/** The frame of the site: top bar, routed page, footer, toasts. */
export function App({ config }: { config: Site }) {
  const { shell, title, toasts } = useShellValue(config)
  const mainRef = useRouteAnnouncer(shell, title)
  const route = routeOf(shell.location.path, config)
  const [firstLocation] = useState(shell.location)
  const isFirst = shell.location === firstLocation
  return (
    <ShellProvider shell={shell}>
      <a className="skip-link" href="#main">
        {texts.skip}
      </a>
      <TopBar />
      <main id="main" ref={mainRef} tabIndex={-1} className="page">
        <ErrorBoundary key={route?.path} fallback={<LoadError onRetry={() => location.reload()} />}>
          {route ? <Page path={route.path} config={config} isFirst={isFirst} /> : <NotFoundPage />}
        </ErrorBoundary>
      </main>
      <Footer />
      <Toasts messages={toasts} />
      <EarlyAccess />
    </ShellProvider>
  )
}

function Page({ path, config, isFirst }: { path: RoutePath; config: Site; isFirst: boolean }) {
  const remotePath = path === profileRoute ? '/gallery' : path // settings name no remote for profiles
  const remote = config.remotes.find((candidate) => candidate.path === remotePath)
  if (remote) return <RemoteSlot key={remote.name} remote={remote} />
  if (path === '/') return <HomePage isFirst={isFirst} />
  const LazyPage = lazyPages[path]
  if (LazyPage)
    return (
      <Suspense fallback={<Loading />}>
        <LazyPage />
      </Suspense>
    )
  return <SoonPage path={path} />
}
