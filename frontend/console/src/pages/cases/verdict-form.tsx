import { TextField } from '@mcwick/forms'
import { Button } from '@mcwick/ui'
import { useMissingScope } from '../../api/operator'
import { Action, type Reason } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import type { Verdict } from './use-decisions'
import { reasons } from './words'

const maxNote = 400

type Draft = Omit<Verdict, 'action' | 'appealSeen'>

interface VerdictFormProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onDecide: (action: Action) => void
  /** What may be decided, in the order of the buttons. */
  actions: readonly Action[]
  /** Is called once the operator has read the appeal that came; undefined without one. */
  onReadAppeal: (() => void) | undefined
}

/** The reason, the words and the buttons of a decision, each with its key. */
export function VerdictForm({ draft, onChange, onDecide, actions, onReadAppeal }: VerdictFormProps) {
  const missing = useMissingScope(Scope.DECIDE)
  const closesRequest = !actions.includes(Action.HIDE)
  const leave = actions.includes(Action.RESTORE) ? 'Leave it hidden' : 'Leave'
  const buttons = [
    { action: Action.HIDE, label: 'Hide', key: 'h', kind: 'primary' },
    { action: Action.LEAVE, label: closesRequest ? 'Close the request' : leave, key: 'l', kind: 'plain' },
    { action: Action.RESTORE, label: 'Restore', key: 'o', kind: 'plain' },
    { action: Action.REMOVE, label: 'Remove', key: 'r', kind: 'danger' },
  ] as const
  return (
    <form className="verdict" aria-label="Decision" onSubmit={(event) => event.preventDefault()}>
      {onReadAppeal && (
        <p role="status">
          An appeal came while this case was shown. No decision answers it before you have read it.{' '}
          <Button size="small" onClick={onReadAppeal}>
            I have read it
          </Button>
        </p>
      )}
      {closesRequest ? (
        <p className="mc-hint">To close the request takes nothing down: decide first about what it describes.</p>
      ) : (
        <fieldset>
          <legend>Why</legend>
          {reasons.map(({ reason, label }, i) => (
            <label key={reason}>
              <input
                type="radio"
                name="reason"
                checked={draft.reason === reason}
                onChange={() => onChange({ ...draft, reason })}
              />
              {label} <kbd>{i + 1}</kbd>
            </label>
          ))}
        </fieldset>
      )}
      <details>
        <summary>{closesRequest ? 'A note' : 'Words to the maker, and a note'}</summary>
        {!closesRequest && (
          <TextField
            label="The maker reads"
            maxLength={maxNote}
            value={draft.message}
            onChange={(event) => onChange({ ...draft, message: event.target.value })}
          />
        )}
        <TextField
          label="Other operators read"
          maxLength={maxNote}
          value={draft.note}
          onChange={(event) => onChange({ ...draft, note: event.target.value })}
        />
      </details>
      <div className="verdict-actions">
        {buttons
          .filter(({ action }) => actions.includes(action))
          .map(({ action, label, key, kind }) => (
            <Button
              key={action}
              kind={kind}
              disabled={Boolean(missing)}
              onClick={({ detail }) => detail < 2 && onDecide(action)} // of a double click the second is on the next case
            >
              {label} <kbd>{key}</kbd>
            </Button>
          ))}
      </div>
      {missing && <p className="mc-hint">{missing}</p>}
    </form>
  )
}

/** Returns the reason that a case's signals name most often, for a decision that agrees with them. */
export function suggestReason(signals: readonly { reason: Reason }[], otherwise: Reason): Reason {
  const counts = new Map<Reason, number>()
  for (const { reason } of signals) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? otherwise
}
