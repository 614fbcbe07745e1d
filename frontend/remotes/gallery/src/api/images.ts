import { listImages } from '@mcwick/api-client'
import { infiniteQueryOptions } from '@tanstack/react-query'

const freshMs = 15_000

export type ImageType = 'meme' | 'pfp' | 'art'

/** The pictures of a type, newest first, page by page. */
export const imagesQuery = (type: ImageType) =>
  infiniteQueryOptions({
    queryKey: ['images', 'list', { type }],
    queryFn: ({ pageParam, signal }) => listImages({ type, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: freshMs,
    refetchOnMount: 'always', // one who has just published wants to see it
    select: ({ pages }) => pages.flatMap((page) => page.images),
  })
