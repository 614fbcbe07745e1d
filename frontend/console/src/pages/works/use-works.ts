import { usePages } from '../../api/use-calls'

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
  const filter = filters.find(({ name }) => params.get(name))
  const limit = filter ? { [filter.field]: params.get(filter.name) ?? '' } : { held: params.get('held') === 'true' }
  return usePages(['works', limit], false, async ({ works }, cursor, call) => {
    const readAt = Date.now()
    return { ...(await works.listWorks({ ...limit, cursor, pageSize: 48 }, call)), readAt }
  })
}
