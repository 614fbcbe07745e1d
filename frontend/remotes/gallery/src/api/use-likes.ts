import { listLikes } from '@mcwick/api-calls'
import type { Image } from '@mcwick/api-client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rememberLiked } from './use-like'

/** Learns which of these pictures this visitor liked before. Without an answer they can be liked, which changes nothing. */
export function useLikes(images: Image[]) {
  const ids = images.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['likes', ids],
    queryFn: ({ signal }) => listLikes({ ids }, { signal, personal: true }),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY, // from here on this page knows what it likes
  })
  useEffect(() => {
    if (data) rememberLiked(data.likedIds)
  }, [data])
}
