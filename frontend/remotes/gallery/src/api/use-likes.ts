import { type Image, listLikes } from '@mcwick/api-client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rememberLiked } from './use-like'

/** Learns which of these pictures this visitor liked before. Without an answer they can be liked, which changes nothing. */
export function useLikes(images: Image[]) {
  const imageIds = images.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['likes', imageIds],
    queryFn: ({ signal }) => listLikes({ imageIds }, { signal, personal: true }),
    enabled: imageIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY, // from here on this page knows what it likes
  })
  useEffect(() => {
    if (data) rememberLiked(data.likedIds)
  }, [data])
}
