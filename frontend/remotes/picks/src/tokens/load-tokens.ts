import type { Site } from '@mcwick/api-calls'
import { withDeadline } from '@mcwick/forms'
import { branded } from '@mcwick/shell-contract'
import { queryOptions } from '@tanstack/react-query'
// A file of its own, so that an open page can retry when it fails to load.
import samplesUrl from './samples.json?url&no-inline'
import type { Token } from './token'

/** The query of the sample tokens, one of which is the brand's own. They never change while the page is open. */
export function tokensQuery(config: Site) {
  return queryOptions({
    queryKey: ['picks', 'tokens'],
    queryFn: ({ signal }) => withDeadline(loadTokens(config, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function loadTokens(config: Site, signal: AbortSignal): Promise<Token[]> {
  const response = await fetch(samplesUrl, { signal })
  if (!response.ok) throw new Error(`loading tokens failed: ${response.status}`)
  return JSON.parse(await response.text(), (_, value) => (typeof value === 'string' ? branded(value, config) : value))
}
