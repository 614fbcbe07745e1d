import { useInfiniteQuery } from '@tanstack/react-query'
import { useClients } from '../../api/clients'

/** What a list of works can be limited to, as addresses name it. */
export const filters = [
  { name: 'device', label: 'Device', field: 'makerDevice' },
  { name: 'account', label: 'Account', field: 'makerAccount' },
  { name: 'lane', label: 'Network', field: 'lane' },
  { name: 'like', label: 'Looks like', field: 'looksLike' },
] as const

/**
 * Returns works, page by page, limited by the first filter that an address has. Each page has the time of its request,
 * `readAt`, in milliseconds.
 */
export function useWorks(params: URLSearchParams) {
  const { works } = useClients()
  const filter = filters.find(({ name }) => params.get(name))
  const limit = filter ? { [filter.field]: params.get(filter.name) ?? '' } : { held: params.get('held') === 'true' }
  return useInfiniteQuery({
    queryKey: ['works', limit],
    queryFn: async ({ pageParam, signal }) => {
      const readAt = Date.now()
      const page = await works.listWorks({ ...limit, cursor: pageParam, pageSize: 48 }, { signal })
      return { works: page.works, nextCursor: page.nextCursor, readAt }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
  })
}
