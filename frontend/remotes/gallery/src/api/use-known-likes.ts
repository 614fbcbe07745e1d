import { type Image, listLikes } from '@mcwick/api-calls'
import { isPassing as isRetryable, isStale } from '@mcwick/api-client'
import { usePersonalReads } from '@mcwick/forms'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addKnownLikes } from './use-like'

const refetchIntervalMs = 10_000 // after a failure, or a response for this device only, because the session was unavailable

/** Loads which of these images the visitor liked before. Until then they can be liked again, which is idempotent. */
export function useKnownLikes(images: Image[]) {
  const { account, enabled } = usePersonalReads()
  const ids = images.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['likes', account, ids],
    queryFn: ({ signal }) => listLikes({ ids }, { signal, personal: true }),
    enabled: enabled && ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY, // later likes are kept by use-like.ts
    refetchInterval: ({ state: { error, data } }) =>
      (error && isRetryable(error)) || (data && isStale(data)) ? refetchIntervalMs : false,
    structuralSharing: false, // staleness is known by object identity
  })
  useEffect(() => {
    if (data) addKnownLikes(account, data.likedIds)
  }, [account, data])
}
