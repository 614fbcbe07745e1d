import { Button } from '@mcwick/ui'
import { useEffect, useRef, useState } from 'react'
import { useMissingScope } from '../../api/operator'
import { type Work, WorkState } from '../../gen/media/v1/works_operator_pb'
import { Action, Reason } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { BatchReport } from './batch-report'
import { ReasonSelect } from './reason-select'
import { changedBy, isUnanswered, type useBatch, type Verdict } from './use-batch'

const actions = [
  { action: Action.HIDE, label: 'Hide', result: 'hidden' },
  { action: Action.REMOVE, label: 'Remove', result: 'removed' },
  { action: Action.RESTORE, label: 'Restore', result: 'public' },
] as const

interface BulkDecisionProps {
  works: readonly Work[]
  batch: ReturnType<typeof useBatch>
  /** What the preview says when not everything that matches is chosen. */
  limit?: string | undefined
}

/** Decides on chosen works together: says what will change, decides one after the other, and takes it all back. */
export function BulkDecision({ works, batch: { entries, run, undo }, limit }: BulkDecisionProps) {
  const [action, setAction] = useState<Verdict['action'] | undefined>()
  const [reason, setReason] = useState<Reason>(Reason.OFFENSIVE)
  const missing = useMissingScope(Scope.DECIDE)
  const isRunning = entries.some(isUnanswered)
  const preview = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (action) preview.current?.focus()
  }, [action])

  const changed = action ? changedBy(action, works) : []
  const removed = changed.filter(({ state }) => state === WorkState.REMOVED).length
  const result = actions.find((one) => one.action === action)?.result
  const confirm = () => {
    if (!action) return
    void run(changed, { action, reason: action === Action.RESTORE ? Reason.UNSPECIFIED : reason })
    setAction(undefined)
  }

  return (
    <section className="works-decision" aria-label="Decide on the chosen works">
      <ReasonSelect value={reason} onChange={setReason} />
      {actions.map((one) => (
        <Button
          key={one.action}
          size="small"
          kind={one.action === Action.REMOVE ? 'danger' : undefined}
          disabled={Boolean(missing) || works.length === 0 || isRunning}
          onClick={() => setAction(one.action)}
        >
          {one.label}
        </Button>
      ))}
      {missing && <p className="mc-hint">{missing}</p>}
      {action && (
        // biome-ignore lint/a11y/useSemanticElements: no fieldset: nothing is filled in
        <div className="works-preview" role="group" aria-label="What will change" ref={preview} tabIndex={-1}>
          <p>
            {changed.length} will be {result}
            {removed > 0 && ` (removed until now: ${removed})`}
            {changed.length < works.length && `, ${works.length - changed.length} are ${result} already`}. {limit}
          </p>
          <Button kind="primary" size="small" disabled={changed.length === 0} onClick={confirm}>
            Do it
          </Button>
          <Button size="small" onClick={() => setAction(undefined)}>
            Cancel
          </Button>
        </div>
      )}
      <BatchReport entries={entries} />
      {entries.some(({ state }) => state === 'made') && !isRunning && (
        <Button size="small" onClick={undo}>
          Undo the last batch
        </Button>
      )}
    </section>
  )
}
