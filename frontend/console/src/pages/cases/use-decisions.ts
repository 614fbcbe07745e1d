import { ConnectError } from '@connectrpc/connect'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useClients } from '../../api/clients'
import type { Case } from '../../gen/moderation/v1/case_operator_pb'
import { Action, Reason } from '../../gen/moderation/v1/case_pb'
import { keyOf } from './use-cases'

/** What an operator decides. */
export interface Verdict {
  action: Action
  reason: Reason
  message: string
  note: string
}

/** A decision of this page, in the order in which they were made. */
export interface Made {
  of: Case
  verdict: Verdict
  state: 'sending' | 'made' | 'failed' | 'undone'
  error?: ConnectError
}

const undoNote = 'Undone in the console.'

/** Returns the version of the newest decision that the operator saw. */
const versionOf = ({ decisions }: Case) => decisions[0]?.version ?? 0

/**
 * Sends decisions while the operator goes on to the next case. One that is refused, such as because another operator was
 * first, stays with its error. `undo` takes the last one back by a decision of its own.
 */
export function useDecisions() {
  const { cases } = useClients()
  const queries = useQueryClient()
  const [made, setMade] = useState<readonly Made[]>([])
  const latest = useRef(made)

  const update = useCallback((next: readonly Made[]) => {
    latest.current = next
    setMade(next)
  }, [])

  const send = useCallback(
    async (of: Case, verdict: Verdict, knownVersion: number | undefined): Promise<Partial<Made>> => {
      const subject = of.details?.subject
      if (!subject) return { state: 'failed' }
      try {
        await cases.decide({ subject, ...verdict, ...(knownVersion === undefined ? {} : { knownVersion }) })
        return { state: 'made' }
      } catch (error) {
        return { state: 'failed', error: ConnectError.from(error) }
      } finally {
        void queries.invalidateQueries({ queryKey: ['case', subject.kind, subject.id] })
      }
    },
    [cases, queries],
  )

  const decide = useCallback(
    async (of: Case, verdict: Verdict) => {
      const one: Made = { of, verdict, state: 'sending' }
      update([...latest.current.filter((other) => keyOf(other.of) !== keyOf(of)), one])
      const result = await send(of, verdict, versionOf(of))
      update(latest.current.map((other) => (other === one ? { ...one, ...result } : other)))
    },
    [send, update],
  )

  const undo = useCallback(async (): Promise<Case | undefined> => {
    const last = latest.current.findLast(({ state }) => state === 'made')
    if (!last) return undefined
    const opposite = oppositeOf(last.verdict)
    const result = opposite ? await send(last.of, opposite, undefined) : { state: 'made' as const }
    update(
      latest.current.map((other) =>
        other === last ? { ...last, ...result, state: result.state === 'made' ? 'undone' : 'made' } : other,
      ),
    )
    return last.of
  }, [send, update])

  return { made, decide, undo }
}

/** Returns the decision that takes one back; undefined when nothing changed that could be taken back. */
function oppositeOf({ action, reason }: Verdict): Verdict | undefined {
  const note = undoNote
  if (action === Action.HIDE || action === Action.REMOVE)
    return { action: Action.RESTORE, reason: Reason.UNSPECIFIED, message: '', note }
  if (action === Action.RESTORE) return { action: Action.HIDE, reason: reason || Reason.OTHER, message: '', note }
  return undefined
}
