import { getImage, type Image, type ListImagesResponse, listImages } from '@mcwick/api-calls'
import { imagesKey, isPassing as isRetryable, isStale } from '@mcwick/api-client'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

const freshMs = 15_000
const againMs = 10_000 // after a failure, or an answer that the house itself calls old

export type ImageType = 'meme' | 'pfp' | 'art'

const listKey = [...imagesKey, 'list']

/** The pictures of a type, newest first, page by page. */
export const imagesQuery = (type: ImageType) =>
  infiniteQueryOptions({
    queryKey: [...listKey, { type }],
    queryFn: ({ pageParam, signal }) => listImages({ type, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: freshMs,
    refetchInterval: ({ state: { error, data } }) =>
      (error && isRetryable(error)) || isOld(data?.pages ?? []) ? againMs : false,
    structuralSharing: false, // whether an answer is old is known of the object that came, not of its content
  })

/** One picture. Until it is fetched it is what a list knows of it. */
export const imageQuery = (id: string, client: QueryClient) =>
  queryOptions({
    queryKey: [...imagesKey, 'one', id],
    queryFn: ({ signal }) => getImage(id, { signal }),
    initialData: () => known(id, client),
    initialDataUpdatedAt: 0,
    staleTime: freshMs,
  })

function known(id: string, client: QueryClient): Image | undefined {
  for (const [, list] of client.getQueriesData<InfiniteData<ListImagesResponse>>({ queryKey: listKey })) {
    const image = list?.pages.flatMap(({ images }) => images).find((candidate) => candidate.id === id)
    if (image) return image
  }
  return undefined
}

/** Whether what hangs here is the last that was known of it. */
export function isOld(pages: ListImagesResponse[]): boolean {
  return pages.some(isStale)
}
