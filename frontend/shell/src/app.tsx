import type { Site } from '@mcwick/api-calls'
import { ShellProvider } from '@mcwick/shell-contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { EarlyAccess } from './early-access'
import { Footer } from './navigation/footer'
import { TopBar } from './navigation/top-bar'
import { HomePage } from './pages/home/home-page'
import { NotFoundPage } from './pages/not-found-page'
import { SoonPage } from './pages/soon-page'
import { Boundary } from './remotes/boundary'
import { Failed } from './remotes/failed'
import { inTime } from './remotes/load-remote'
import { Loading, RemoteSlot } from './remotes/remote-slot'
import { type RoutePath, routeOf } from './routes'
import { texts } from './texts'
import { Toasts } from './toasts'
import { useArrival } from './use-arrival'
import { useShellValue } from './use-shell-value'

/** Pages of the shell whose code is fetched when somebody goes there. */
const onDemand: Partial<Record<RoutePath, ComponentType>> = {
  '/lore': lazy(() => inTime('lore', import('./pages/lore/lore-page'))),
  '/styleguide': lazy(() => inTime('styleguide', import('./pages/styleguide/styleguide-page'))),
}

/** The house: bar, routed content, footer. */
export function App({ config }: { config: Site }) {
  const { shell, title, toasts } = useShellValue(config)
  const mainRef = useArrival(shell, title)
  const route = routeOf(shell.location.path, config)
  return (
    <ShellProvider shell={shell}>
      <a className="skip-link" href="#main">
        {texts.skip}
      </a>
      <TopBar />
      <main id="main" ref={mainRef} tabIndex={-1} className="page">
        <Boundary key={route?.path} fallback={<Failed onRetry={() => location.reload()} />}>
          {route ? <Page path={route.path} config={config} /> : <NotFoundPage />}
        </Boundary>
      </main>
      <Footer />
      <Toasts messages={toasts} />
      <EarlyAccess />
    </ShellProvider>
  )
}

function Page({ path, config }: { path: RoutePath; config: Site }) {
  const remote = config.remotes.find((candidate) => candidate.path === path)
  if (remote) return <RemoteSlot key={remote.name} remote={remote} />
  if (path === '/') return <HomePage />
  const OnDemand = onDemand[path]
  if (OnDemand)
    return (
      <Suspense fallback={<Loading />}>
        <OnDemand />
      </Suspense>
    )
  return <SoonPage path={path} />
}
