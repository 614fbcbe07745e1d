import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClients } from '../../api/clients'
import { WorkState } from '../../gen/media/v1/works_operator_pb'
import {
  type Case,
  CaseSchema,
  CaseState,
  type ListCasesRequestSchema,
  SubjectStatus,
} from '../../gen/moderation/v1/case_operator_pb'
import { type Subject, SubjectKind } from '../../gen/moderation/v1/case_pb'
import { detailsOf } from '../works/words'

const refreshMs = 10_000

/** Which cases a page lists. */
export type CaseFilter = Omit<MessageInitShape<typeof ListCasesRequestSchema>, 'cursor' | 'pageSize' | '$typeName'>

/** Identifies a case among others. */
export const keyOf = ({ details }: Case) => `${details?.subject?.kind}/${details?.subject?.id}`

/** Returns a list of cases, page by page, and read again every ten seconds. */
export function useCases(filter: CaseFilter) {
  const { cases } = useClients()
  return useInfiniteQuery({
    queryKey: ['cases', filter],
    queryFn: ({ pageParam, signal }) => cases.listCases({ ...filter, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    refetchInterval: refreshMs,
  })
}

/** Returns the case of a subject; one without an id for a work that has none yet. */
export function useCase(subject: Pick<Subject, 'kind' | 'id'>) {
  const { cases, works } = useClients()
  return useQuery({
    queryKey: ['case', subject.kind, subject.id],
    queryFn: async ({ signal }) => {
      try {
        return await cases.getCase({ subject }, { signal })
      } catch (error) {
        if (ConnectError.from(error).code !== Code.NotFound || !isWork(subject)) throw error
        const [work] = (await works.listWorks({ id: subject.id }, { signal })).works
        if (!work) throw error
        return create(CaseSchema, { details: detailsOf(work), state: CaseState.CLOSED, status: statusOf[work.state] })
      }
    },
  })
}

const isWork = ({ kind }: Pick<Subject, 'kind'>) => kind === SubjectKind.PICTURE || kind === SubjectKind.VIDEO

const statusOf: Record<WorkState, SubjectStatus> = {
  [WorkState.UNSPECIFIED]: SubjectStatus.UNSPECIFIED,
  [WorkState.PUBLIC]: SubjectStatus.PUBLIC,
  [WorkState.HIDDEN_AUTOMATICALLY]: SubjectStatus.HIDDEN_AUTOMATICALLY,
  [WorkState.HELD]: SubjectStatus.HIDDEN_AUTOMATICALLY,
  [WorkState.HIDDEN]: SubjectStatus.HIDDEN,
  [WorkState.REMOVED]: SubjectStatus.REMOVED,
}
