import type { Site } from '@mcwick/api-calls'
import { branded } from '@mcwick/shell-contract'
import { queryOptions } from '@tanstack/react-query'
// A file of its own, so that an open page can ask for it again when it did not come.
import samplesUrl from './samples.json?url&no-inline'
import type { Token } from './token'

/** The tokens of the house: five samples, one of which is the brand's own. They never change while the page is open. */
export function tokensQuery(config: Site) {
  return queryOptions({
    queryKey: ['picks', 'tokens'],
    queryFn: async ({ signal }): Promise<Token[]> => {
      const answer = await fetch(samplesUrl, { signal })
      if (!answer.ok) throw new Error(`tokens answered ${answer.status}`)
      const samples: Token[] = await answer.json()
      return samples.map((sample) => ofTheHouse(sample, config))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function ofTheHouse(sample: Token, config: Site): Token {
  const { id, symbol, name, twitter_url } = sample
  return {
    ...sample,
    id: branded(id, config),
    symbol: branded(symbol, config),
    name: branded(name, config),
    twitter_url: twitter_url && branded(twitter_url, config),
  }
}
