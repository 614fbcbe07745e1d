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

/** Returns the address of a work's case. */
export const caseOf = ({ kind, id }: Work) => `/cases/${kind === WorkKind.VIDEO ? 'video' : 'picture'}/${id}`

/** Returns everything that a work says, in one line. */
export const wordsOf = ({ texts, caption, signature }: Work) =>
  [...texts, caption, signature].filter(Boolean).join(' · ')
