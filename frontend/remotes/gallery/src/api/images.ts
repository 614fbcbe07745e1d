import {
  getImage,
  getRelatedImages,
  type Image,
  type ListImagesParams,
  type ListImagesResponse,
  listImages,
} from '@mcwick/api-calls'
import { imagesKey } from '@mcwick/api-client'
import { pagedList } from '@mcwick/forms'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Filter } from '../filter'
import { applyList } from './live'

const staleTimeMs = 15_000

const listKey = [...imagesKey, 'list']

/**
 * The query of the images that a filter shows, page by page. Nothing moves under a visitor's eyes, nor for one who comes
 * back or is online again.
 */
export const imagesQuery = ({ type, sort, style, query }: Filter) => ({
  ...listQuery({
    type,
    ...(style && { style }),
    ...(query ? { query } : sort !== 'newest' && { sort }), // what is searched for is newest first
  }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: ({ state }: { state: { data?: unknown } }) => !state.data, // a failed page makes a list stale
})

/** The query of what was published under a handle, newest first. */
export const handleQuery = (handle: string) => listQuery({ handle })

const listQuery = (params: ListImagesParams) =>
  infiniteQueryOptions({
    queryKey: [...listKey, params],
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = Date.now()
      const list = await listImages({ ...params, ...(pageParam && { cursor: pageParam }) }, { signal })
      applyList(list, requestedAt, Object.keys(params).join() === 'type')
      return list
    },
    ...pagedList,
    staleTime: staleTimeMs,
    refetchOnWindowFocus: false,
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

/** The query of what belongs beside an image. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: [...imagesKey, 'related', id],
    queryFn: ({ signal }) => getRelatedImages(id, { signal }),
    staleTime: staleTimeMs,
  })

function findInLists(id: string, client: QueryClient): Image | undefined {
  const lists = client.getQueriesData<InfiniteData<ListImagesResponse>>({ queryKey: listKey })
  const pages = lists.flatMap(([, list]) => list?.pages ?? [])
  return pages.flatMap(({ images }) => images).find((image) => image.id === id)
}
