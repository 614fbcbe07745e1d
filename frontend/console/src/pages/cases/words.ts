import { type Case, SignalKind, SubjectStatus } from '../../gen/moderation/v1/case_operator_pb'
import { Action, Outcome, Reason, SubjectKind } from '../../gen/moderation/v1/case_pb'

/** The kinds of subjects, as they are shown and as they are in addresses. */
export const kinds = [
  { kind: SubjectKind.PICTURE, name: 'picture', label: 'Picture' },
  { kind: SubjectKind.VIDEO, name: 'video', label: 'Video' },
  { kind: SubjectKind.WALL_ENTRY, name: 'wall-entry', label: 'Wall entry' },
  { kind: SubjectKind.PLACE, name: 'place', label: 'Takedown request' },
] as const

export const nameOfKind = (kind?: SubjectKind) => kinds.find((one) => one.kind === kind)?.name ?? 'picture'
export const labelOfKind = (kind?: SubjectKind) => kinds.find((one) => one.kind === kind)?.label ?? 'Subject'
export const kindOfName = (name: string | null) => kinds.find((one) => one.name === name)?.kind

export const labelOfStatus: Record<SubjectStatus, string> = {
  [SubjectStatus.UNSPECIFIED]: '',
  [SubjectStatus.PUBLIC]: 'public',
  [SubjectStatus.HIDDEN_AUTOMATICALLY]: 'hidden automatically',
  [SubjectStatus.HIDDEN]: 'hidden',
  [SubjectStatus.REMOVED]: 'removed',
}

/** The reasons of decisions, in the order of their keys. */
export const reasons = [
  { reason: Reason.SPAM, label: 'advertising' },
  { reason: Reason.OFFENSIVE, label: 'offensive' },
  { reason: Reason.PERSON, label: 'a person' },
  { reason: Reason.COPYRIGHT, label: 'copyright' },
  { reason: Reason.OTHER, label: 'other' },
] as const

export const labelOfReason = (reason?: Reason) => reasons.find((one) => one.reason === reason)?.label ?? ''

export const labelOfAction: Record<Action, string> = {
  [Action.UNSPECIFIED]: 'nothing',
  [Action.LEAVE]: 'left',
  [Action.HIDE]: 'hidden',
  [Action.REMOVE]: 'removed',
  [Action.RESTORE]: 'restored',
}

export const labelOfSignal: Record<SignalKind, string> = {
  [SignalKind.UNSPECIFIED]: '',
  [SignalKind.REPORT]: 'report',
  [SignalKind.VERDICT]: 'automatic check',
  [SignalKind.TAKEDOWN]: 'takedown request',
}

export const labelOfOutcome: Record<Outcome, string> = {
  [Outcome.UNSPECIFIED]: 'not yet applied',
  [Outcome.APPLIED]: 'applied',
  [Outcome.NOT_FOUND]: 'not found',
  [Outcome.WITHDRAWN]: 'gone before: withdrawn by its maker, or removed for good',
  [Outcome.SUPERSEDED]: 'a later decision was first',
}

/** Returns the address where the maker of a subject is blocked; undefined when none is known. */
export function sanctionsOf({ details }: Case): string | undefined {
  if (details?.makerDevice) return `/sanctions?device=${details.makerDevice}`
  return details?.makerAccount ? `/sanctions?account=${details.makerAccount}` : undefined
}
