import { Code, ConnectError } from '@connectrpc/connect'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClients } from '../../api/clients'
import { type Case, SubjectStatus } from '../../gen/moderation/v1/case_operator_pb'
import { Action, Reason } from '../../gen/moderation/v1/case_pb'
import { keyOf } from './use-cases'

/** What an operator decides. */
export interface Verdict {
  action: Action
  reason: Reason
  message: string
  note: string
  /** Whether the operator has read the appeal that is open. */
  appealSeen: boolean
}

/** A decision of this page, in the order in which they were made. */
export interface Made {
  of: Case
  verdict: Verdict
  state: 'sending' | 'made' | 'failed' | 'undone'
  /** Resolves to what became of it once it was sent. */
  sent?: Promise<Made>
  /** The version of the subject's newest decision of this page. */
  version?: number
  /** When its answer came, in milliseconds. */
  at?: number
  error?: ConnectError | undefined
  /** It cannot be taken back. */
  isFinal?: boolean
}

const doubleClickMs = 1_000

/** Returns the version of the newest decision that the operator saw. */
export const versionOf = ({ decisions }: Case) => decisions[0]?.version ?? 0

/** Returns which appeal waits for an answer; empty when none does. */
export const openAppealOf = ({ appeal }: Case) =>
  appeal && !appeal.answerTime ? `appeal of ${appeal.createTime?.seconds}` : ''

/** Whether a check has hidden a work that has no case yet: no decision has hidden it, and leaving makes it public. */
export const isHiddenWithoutCase = ({ id, status }: Case) => id === '' && status === SubjectStatus.HIDDEN_AUTOMATICALLY

/**
 * Sends decisions while the operator goes on to the next case. One that is refused, such as because another operator
 * was first, stays with its error. `undo` takes the last one back by a decision of its own, once it is made, unless
 * another operator decided since.
 */
export function useDecisions() {
  const { cases } = useClients()
  const queries = useQueryClient()
  const [made, setMade] = useState<readonly Made[]>([])
  const latest = useRef(made)
  const undoing = useRef(Promise.resolve<Case | undefined>(undefined))

  const update = (next: readonly Made[]) => {
    latest.current = next
    setMade(next)
  }

  const send = async (of: Case, verdict: Verdict, knownVersion: number): Promise<Pick<Made, 'version' | 'error'>> => {
    const subject = of.details?.subject
    if (!subject) return { error: new ConnectError('It is not known what that is about.', Code.InvalidArgument) }
    try {
      const opens = of.id ? {} : { details: of.details }
      const action = verdict.action === Action.RESTORE && isHiddenWithoutCase(of) ? Action.LEAVE : verdict.action
      const { version } = await cases.decide({ subject, ...verdict, action, ...opens, knownVersion })
      return { version }
    } catch (error) {
      return { error: ConnectError.from(error) }
    } finally {
      void queries.invalidateQueries({ queryKey: ['case', subject.kind, subject.id] })
    }
  }

  const decide = (of: Case, verdict: Verdict) => {
    const before = latest.current.find((other) => keyOf(other.of) === keyOf(of))
    if (before && isRepeat(before, of, verdict)) return
    const one: Made = { of, verdict, state: 'sending' }
    update([...latest.current.filter((other) => other !== before), one])
    one.sent = send(of, verdict, Math.max(versionOf(of), before?.version ?? 0)).then((result) => {
      const done: Made = { of, verdict, ...result, at: Date.now(), state: result.error ? 'failed' : 'made' }
      update(latest.current.map((other) => (other === one ? done : other)))
      return done
    })
  }

  const undoLast = async (): Promise<Case | undefined> => {
    const newest = latest.current.findLast(
      ({ state, isFinal }) => (state === 'sending' || state === 'made') && !isFinal,
    )
    const last = (await newest?.sent) ?? newest
    if (last?.state !== 'made') return undefined // the operator sees that it failed
    const opposite = oppositeOf(last.of.status, last.verdict)
    if (!opposite) {
      const words = 'It is what it was, but its reports and its appeal are answered. Decide again.'
      const error = new ConnectError(words, Code.FailedPrecondition)
      update(latest.current.map((other) => (other === last ? { ...last, error, isFinal: true } : other)))
      return undefined
    }
    const result = await send(last.of, opposite, last.version ?? 0)
    const state = result.error ? 'made' : 'undone'
    update(latest.current.map((other) => (other === last ? { ...last, error: undefined, ...result, state } : other)))
    return result.error ? undefined : last.of
  }

  /** Takes the last decision back, one more with each call, and returns its case; undefined when none was. */
  const undo = () => {
    undoing.current = undoing.current.then(undoLast)
    return undoing.current
  }

  return { made, decide, undo }
}

/** Whether a verdict is a second click, and not made again on purpose, as on a case with new reports. */
function isRepeat({ state, error, version = 0, at = 0, verdict }: Made, of: Case, { action }: Verdict): boolean {
  if (state === 'sending') return true
  if (state !== 'made' || error || verdict.action !== action) return false
  return versionOf(of) < version || Date.now() - at < doubleClickMs
}

/** Returns the decision that makes a subject what it was before another one; undefined when it is that still. */
export function oppositeOf(
  status: SubjectStatus,
  { action, reason }: Pick<Verdict, 'action' | 'reason'>,
): Verdict | undefined {
  if (action === Action.LEAVE) return undefined
  const rest = { message: '', note: 'Undone in the console.', appealSeen: false } // an appeal that is open is a new one
  if (status === SubjectStatus.PUBLIC) return { action: Action.RESTORE, reason: Reason.UNSPECIFIED, ...rest }
  const before = status === SubjectStatus.REMOVED ? Action.REMOVE : Action.HIDE
  return action === before ? undefined : { action: before, reason: reason || Reason.OTHER, ...rest }
}
