import { RotatingMessages } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, useFailure } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'
import { tokensQuery } from './load-tokens'
import type { Token } from './token'

const messageMs = 2000

/** Renders its children with the loaded tokens; else a loading or an error state. */
export function WithTokens({ children }: { children: (tokens: Token[]) => ReactNode }) {
  const query = useQuery(tokensQuery(useShell().config))
  const failure = useFailure(query)
  if (query.data) return children(query.data)
  if (!failure) return <LoadingTokens />
  return (
    <ErrorPanel reason={texts.failedHint} onRetry={query.refetch}>
      {texts.failed}
    </ErrorPanel>
  )
}

function LoadingTokens() {
  return (
    <div className="picks-waiting">
      <RotatingMessages messages={texts.loading} intervalMs={messageMs} />
      <p role="status" className="sr-only">
        {texts.wait}
      </p>
    </div>
  )
}
