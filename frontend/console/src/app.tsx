import { Code, ConnectError } from '@connectrpc/connect'
import { Button, ErrorBoundary, Spinner } from '@mcwick/ui'
import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { SignedIn, useOperatorQuery } from './api/operator'
import { Failure } from './components/failure'
import { Frame } from './frame'
import { pages } from './pages/pages'
import { SignIn } from './sign-in'

/** The console: the sign-in page, or the pages around the operator who is signed in. */
export function App() {
  const { data: operator, error, refetch, isPending } = useOperatorQuery()
  const [location] = useLocation()
  if (operator)
    return (
      <SignedIn value={operator}>
        <Frame key={operator.name}>
          <ErrorBoundary resetKey={location} fallback={<BrokenPage />}>
            <Suspense fallback={<Spinner label="Loading the page" />}>
              <Switch>
                {pages.map(({ path, component }) => (
                  <Route key={path} path={path} component={component} />
                ))}
                <Route path="/">
                  <Redirect to="/queue" replace />
                </Route>
                <Route>
                  <h1>There is no such page.</h1>
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </Frame>
      </SignedIn>
    )
  if (isPending) return <Spinner label="Loading the console" />
  if (operator === null || ConnectError.from(error).code === Code.Unauthenticated) return <SignIn />
  return <Failure error={error} onRetry={refetch} />
}

/** Stands for a page whose code did not come, such as after a release, or that failed. The others work on. */
function BrokenPage() {
  return (
    <div className="console-failure" role="alert">
      <p>This page could not be shown.</p>
      <Button size="small" onClick={() => window.location.reload()}>
        Load the console again
      </Button>
    </div>
  )
}
