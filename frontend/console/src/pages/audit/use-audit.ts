import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useClients } from '../../api/clients'
import { Action } from '../../gen/moderation/v1/case_pb'
import { kindOfName } from '../cases/words'

const refreshMs = 30_000
const pageSize = 50
export const idLength = 36

export const actions = [Action.LEAVE, Action.HIDE, Action.REMOVE, Action.RESTORE] as const

/** Returns an action as it is in addresses and in the audit. */
export const nameOf = (action: Action) => Action[action].toLowerCase()

/** Returns the moment that an address names; nothing for what is none. */
export function parseMoment(value: string | null): Date | undefined {
  const date = new Date(value ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Returns the entries that the parameters of an address select, newest first, page by page. */
export function useAudit(params: URLSearchParams) {
  const { cases } = useClients()
  const kind = kindOfName(params.get('kind'))
  const id = params.get('id')?.trim() ?? ''
  const from = parseMoment(params.get('from'))
  const until = parseMoment(params.get('until'))
  const filter = {
    operator: params.get('operator')?.trim() ?? '',
    action: actions.find((one) => nameOf(one) === params.get('action')) ?? Action.UNSPECIFIED,
    ...(kind && id.length === idLength && { subject: { kind, id } }),
  }
  return useInfiniteQuery({
    queryKey: ['audit', filter, from, until],
    queryFn: ({ pageParam, signal }) =>
      cases.listAuditEntries(
        {
          ...filter,
          ...(from && { startTime: timestampFromDate(from) }),
          ...(until && { endTime: timestampFromDate(until) }),
          newestFirst: true,
          afterNumber: pageParam,
          pageSize,
        },
        { signal },
      ),
    initialPageParam: 0n,
    getNextPageParam: ({ entries }) => (entries.length === pageSize ? entries.at(-1)?.number : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}
