import { getImage, type Image, type ListImagesResponse, listImages } from '@mcwick/api-calls'
import { imagesKey, isPassing as isRetryable, isStale } from '@mcwick/api-client'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

const staleTimeMs = 15_000
const refetchIntervalMs = 10_000 // after a failure, or a stale response

export type ImageType = 'meme' | 'pfp' | 'art'

const listKey = [...imagesKey, 'list']

/** The query of the images of a type, newest first, page by page. */
export const imagesQuery = (type: ImageType) =>
  infiniteQueryOptions({
    queryKey: [...listKey, { type }],
    queryFn: ({ pageParam, signal }) => listImages({ type, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: staleTimeMs,
    refetchInterval: ({ state: { error, data } }) =>
      (error && isRetryable(error)) || hasStalePage(data?.pages ?? []) ? refetchIntervalMs : false,
    structuralSharing: false, // staleness is known by object identity
  })

/** The query of one image, with its entry in a cached list as initial data. */
export const imageQuery = (id: string, client: QueryClient) =>
  queryOptions({
    queryKey: [...imagesKey, 'one', id],
    queryFn: ({ signal }) => getImage(id, { signal }),
    initialData: () => findInLists(id, client),
    initialDataUpdatedAt: 0,
    staleTime: staleTimeMs,
  })

function findInLists(id: string, client: QueryClient): Image | undefined {
  for (const [, list] of client.getQueriesData<InfiniteData<ListImagesResponse>>({ queryKey: listKey })) {
    const image = list?.pages.flatMap(({ images }) => images).find((candidate) => candidate.id === id)
    if (image) return image
  }
  return undefined
}

/** Whether a page of the list is a stale response. */
export function hasStalePage(pages: ListImagesResponse[]): boolean {
  return pages.some(isStale)
}
