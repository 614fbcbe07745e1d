import { type Image, listLikes } from '@mcwick/api-calls'
import { isPassing as isRetryable, isStale } from '@mcwick/api-client'
import { useStoredUser } from '@mcwick/session'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountOf, rememberLiked } from './use-like'

const againMs = 10_000 // after a failure, or an answer for this device alone: nobody could tell whose session it is

/** Learns which of these pictures this visitor liked before. Without an answer they can be liked, which changes nothing. */
export function useLikes(images: Image[]) {
  const account = accountOf(useStoredUser())
  const ids = images.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['likes', account, ids],
    queryFn: ({ signal }) => listLikes({ ids }, { signal, personal: true }),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY, // from here on this page knows what it likes
    refetchInterval: ({ state: { error, data } }) =>
      (error && isRetryable(error)) || (data && isStale(data)) ? againMs : false,
    structuralSharing: false, // whether an answer is all is known of the object that came, not of its content
  })
  useEffect(() => {
    if (data) rememberLiked(account, data.likedIds)
  }, [account, data])
}
