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
    queryFn: async ({ signal }): Promise<Token[]> => {
      const samples = await withDeadline(loadSamples(signal))
      return samples.map((sample) => withBrand(sample, config))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function loadSamples(signal: AbortSignal): Promise<Token[]> {
  const response = await fetch(samplesUrl, { signal })
  if (!response.ok) throw new Error(`loading tokens failed: ${response.status}`)
  return response.json()
}

function withBrand(sample: Token, config: Site): Token {
  const { id, symbol, name, twitter_url } = sample
  return {
    ...sample,
    id: branded(id, config),
    symbol: branded(symbol, config),
    name: branded(name, config),
    twitter_url: twitter_url && branded(twitter_url, config),
  }
}
