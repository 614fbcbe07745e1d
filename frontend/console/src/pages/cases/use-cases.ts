import type { MessageInitShape } from '@bufbuild/protobuf'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClients } from '../../api/clients'
import { useLiveInterval } from '../../api/use-live-interval'
import type { Case, ListCasesRequestSchema } from '../../gen/moderation/v1/case_operator_pb'
import type { Subject } from '../../gen/moderation/v1/case_pb'

const refreshMs = 10_000

/** Which cases a page lists. */
export type CaseFilter = Omit<MessageInitShape<typeof ListCasesRequestSchema>, 'cursor' | 'pageSize' | '$typeName'>

/** Identifies a case among others. */
export const keyOf = ({ details }: Case) => `${details?.subject?.kind}/${details?.subject?.id}`

/** Returns a list of cases, page by page, and read again every ten seconds. */
export function useCases(filter: CaseFilter) {
  const { cases } = useClients()
  const refetchInterval = useLiveInterval(refreshMs)
  return useInfiniteQuery({
    queryKey: ['cases', filter],
    queryFn: ({ pageParam, signal }) => cases.listCases({ ...filter, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    refetchInterval,
  })
}

/** Returns the case of a subject. */
export function useCase(subject: Pick<Subject, 'kind' | 'id'>) {
  const { cases } = useClients()
  return useQuery({
    queryKey: ['case', subject.kind, subject.id],
    queryFn: ({ signal }) => cases.getCase({ subject }, { signal }),
  })
}
