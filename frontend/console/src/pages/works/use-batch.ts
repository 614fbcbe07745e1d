import { Code, ConnectError } from '@connectrpc/connect'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useClients } from '../../api/clients'
import { useOperator } from '../../api/operator'
import { operatorKey } from '../../api/query-client'
import { type Work, WorkState } from '../../gen/media/v1/works_operator_pb'
import { Action, type Reason } from '../../gen/moderation/v1/case_pb'
import type { Operator } from '../../gen/operator/v1/operator_pb'
import { statusOf } from '../cases/use-cases'
import { oppositeOf, versionOf } from '../cases/use-decisions'
import { detailsOf, subjectOf } from './words'

/** What an operator decides about works. */
export interface Verdict {
  action: Action.HIDE | Action.REMOVE | Action.RESTORE
  reason: Reason
}

/** A decision about one work of a batch. */
export interface Entry {
  work: Work
  verdict: Verdict
  state: 'waiting' | 'sending' | 'made' | 'failed' | 'undone'
  /** The version of the decision, once it is made. */
  version?: number
  /** When it was made or undone, in milliseconds. */
  at?: number
  error?: ConnectError
}

const resultOf = {
  [Action.HIDE]: WorkState.HIDDEN,
  [Action.REMOVE]: WorkState.REMOVED,
  [Action.RESTORE]: WorkState.PUBLIC,
}

/** Returns the action of a decision on a work: what waits for a look has no decision yet, and leaving it makes it public. */
function actionOn({ state }: Work, { action }: Verdict): Action {
  return state === WorkState.HELD && action === Action.RESTORE ? Action.LEAVE : action
}

/** Returns the works that a decision changes: what is removed is hidden already. */
export function changedBy(action: Verdict['action'], works: readonly Work[]): Work[] {
  return works.filter(
    ({ state }) => state !== resultOf[action] && !(action === Action.HIDE && state === WorkState.REMOVED),
  )
}

/** Whether a decision has no answer yet. */
export const isUnanswered = ({ state }: Entry) => state === 'waiting' || state === 'sending'

// The media service applies decisions by an event, which the moderation service counts as lost after as long
// (applyTimeout in services/moderation/internal/postgres/decide.go).
const applyMs = 60_000

/**
 * Decides on works one after the other; each is a decision of its own. A batch that begins while another one runs is
 * decided after it, without works whose decision has no answer yet. `undo` takes back the last batch, except what others
 * decided about since.
 */
export function useBatch() {
  const { cases } = useClients()
  const queries = useQueryClient()
  const { name } = useOperator()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const latest = useRef(entries)
  const last = useRef<readonly Work[]>([])
  const running = useRef<Promise<unknown>>(Promise.resolve())

  const put = (one: Entry) => {
    latest.current = [...latest.current.filter(({ work }) => work.id !== one.work.id), one]
    setEntries(latest.current)
  }

  /** Whether another operator has signed in, as in another tab: what is left of a batch is not theirs. */
  const isOfAnother = () => queries.getQueryData<Operator>(operatorKey)?.name !== name

  /** Decides on one work after the other, once what was begun before is done. `decide` returns what became of an entry. */
  const decideInTurn = (entriesNow: () => readonly Entry[], decide: (one: Entry) => Promise<Entry>) => {
    running.current = running.current.then(async () => {
      for (const one of entriesNow()) {
        if (isOfAnother()) return
        try {
          put({ ...(await decide(one)), at: Date.now() })
        } catch (cause) {
          const error = ConnectError.from(cause)
          put({ ...one, state: one.state === 'made' ? 'made' : 'failed', error }) // what is not undone stays made
          if (error.code === Code.Unauthenticated) {
            void queries.invalidateQueries({ queryKey: operatorKey }) // shows the sign-in page
            return
          }
        }
      }
    })
    return running.current
  }

  const run = (works: readonly Work[], verdict: Verdict) => {
    const unanswered = new Set(latest.current.filter(isUnanswered).map(({ work }) => work.id))
    const decidable = works.filter(({ id }) => !unanswered.has(id))
    if (decidable.length === 0) return running.current
    last.current = decidable
    const begun = decidable.map((work): Entry => ({ work, verdict, state: 'waiting' }))
    for (const one of begun) put(one)
    return decideInTurn(
      () => begun,
      async (one) => {
        put({ ...one, state: 'sending' })
        const subject = subjectOf(one.work)
        const isRemoved = one.work.state === WorkState.REMOVED // a removal since the list was read is not taken back
        const { version } = await cases.decide({
          subject,
          ...verdict,
          ...(isRemoved && { knownVersion: versionOf(await cases.getCase({ subject })) }),
          action: actionOn(one.work, verdict),
          details: detailsOf(one.work),
          appealSeen: false,
        })
        return { ...one, state: 'made', version }
      },
    )
  }

  const undo = () => {
    const ids = new Set(last.current.map(({ id }) => id))
    return decideInTurn(
      () => latest.current.filter(({ work, state }) => ids.has(work.id) && state === 'made'),
      async (one) => {
        const { state } = one.work
        const back = state !== WorkState.HELD && oppositeOf(statusOf[state], one.verdict) // none makes it wait again
        if (!back)
          throw new ConnectError('No decision makes it what it was. Look at its case.', Code.FailedPrecondition)
        await cases.decide({ subject: subjectOf(one.work), ...back, knownVersion: one.version ?? 0 })
        return { ...one, state: 'undone' }
      },
    )
  }

  /** The state of a work as the decisions of this page leave it, until it was read (`readAt`) after they are applied. */
  const stateOf = useMemo(() => {
    const byId = new Map(entries.map((one) => [one.work.id, one]))
    return (work: Work, readAt = 0) => {
      const one = byId.get(work.id)
      if (one?.at && one.at + applyMs < readAt) return work.state
      return one?.state === 'made'
        ? resultOf[one.verdict.action]
        : one?.state === 'undone'
          ? one.work.state
          : work.state
    }
  }, [entries])

  return { entries, run, undo, stateOf }
}
