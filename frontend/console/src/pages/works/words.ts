import { type Work, WorkKind, WorkState } from '../../gen/media/v1/works_operator_pb'
import { SubjectKind } from '../../gen/moderation/v1/case_pb'

/** The states of works, as they are shown. */
export const labelOfState: Record<WorkState, string> = {
  [WorkState.UNSPECIFIED]: '',
  [WorkState.PUBLIC]: 'public',
  [WorkState.HIDDEN_AUTOMATICALLY]: 'hidden automatically',
  [WorkState.HIDDEN]: 'hidden',
  [WorkState.REMOVED]: 'removed',
  [WorkState.HELD]: 'waits for its check',
}

/** Returns the subject of a work's case. */
export const subjectOf = ({ kind, id }: Work) => ({
  kind: kind === WorkKind.VIDEO ? SubjectKind.VIDEO : SubjectKind.PICTURE,
  id,
})

/** Returns what the moderation service needs to know of a work for a case that it has not opened yet. */
export const detailsOf = (work: Work) => ({
  subject: subjectOf(work),
  text: [...work.texts, work.caption, work.signature].filter(Boolean).join('\n'),
  objectName: work.objectName,
  makerDevice: work.makerDevice,
  makerAccount: work.makerAccount,
})

/** Returns the address of a work's case. */
export const caseOf = ({ kind, id }: Work) => `/cases/${kind === WorkKind.VIDEO ? 'video' : 'picture'}/${id}`

/** Returns everything that a work says, in one line. */
export const wordsOf = ({ texts, caption, signature }: Work) =>
  [...texts, caption, signature].filter(Boolean).join(' · ')
