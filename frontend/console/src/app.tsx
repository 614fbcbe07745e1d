import { Code, ConnectError } from '@connectrpc/connect'
import { Spinner } from '@mcwick/ui'
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { SignedIn, useOperatorQuery } from './api/operator'
import { Failure } from './components/failure'
import { Frame } from './frame'
import { pages } from './pages/pages'
import { SignIn } from './sign-in'

/** The console: the sign-in page, or the pages around the operator who is signed in. */
export function App() {
  const { data: operator, error, refetch, isPending } = useOperatorQuery()
  if (operator)
    return (
      <SignedIn value={operator}>
        <Frame>
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
        </Frame>
      </SignedIn>
    )
  if (isPending) return <Spinner label="Loading the console" />
  if (operator === null || ConnectError.from(error).code === Code.Unauthenticated) return <SignIn />
  return <Failure error={error} onRetry={refetch} />
}
