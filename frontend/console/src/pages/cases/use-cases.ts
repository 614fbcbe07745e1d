import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { usePages, useRead } from '../../api/use-calls'
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
  return usePages(['cases', filter], refreshMs, ({ cases }, cursor, call) =>
    cases.listCases({ ...filter, cursor }, call),
  )
}

/** Returns the case of a subject; one without an id for a work that has none yet. */
export function useCase(subject: Pick<Subject, 'kind' | 'id'>) {
  return useRead(['case', subject.kind, subject.id], false, async ({ cases, works }, call) => {
    try {
      return await cases.getCase({ subject }, call)
    } catch (error) {
      if (ConnectError.from(error).code !== Code.NotFound || !isWork(subject)) throw error
      const [work] = (await works.listWorks({ id: subject.id }, call)).works
      if (!work) throw error
      return create(CaseSchema, { details: detailsOf(work), state: CaseState.CLOSED, status: statusOf[work.state] })
    }
  })
}

const isWork = ({ kind }: Pick<Subject, 'kind'>) => kind === SubjectKind.PICTURE || kind === SubjectKind.VIDEO

/** The status of a work's subject, by the work's state. */
export const statusOf: Record<WorkState, SubjectStatus> = {
  [WorkState.UNSPECIFIED]: SubjectStatus.UNSPECIFIED,
  [WorkState.PUBLIC]: SubjectStatus.PUBLIC,
  [WorkState.HIDDEN_AUTOMATICALLY]: SubjectStatus.HIDDEN_AUTOMATICALLY,
  [WorkState.HELD]: SubjectStatus.HIDDEN_AUTOMATICALLY,
  [WorkState.HIDDEN]: SubjectStatus.HIDDEN,
  [WorkState.REMOVED]: SubjectStatus.REMOVED,
}
