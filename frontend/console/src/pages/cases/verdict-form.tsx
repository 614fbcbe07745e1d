import { TextField } from '@mcwick/forms'
import { Button } from '@mcwick/ui'
import { useMissingScope } from '../../api/operator'
import { Action, type Reason } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import type { Verdict } from './use-decisions'
import { reasons } from './words'

const maxNote = 400

interface VerdictFormProps {
  draft: Omit<Verdict, 'action'>
  onChange: (draft: Omit<Verdict, 'action'>) => void
  onDecide: (action: Action) => void
  isHidden: boolean
}

/** The reason, the words and the buttons of a decision, each with its key. */
export function VerdictForm({ draft, onChange, onDecide, isHidden }: VerdictFormProps) {
  const missing = useMissingScope(Scope.DECIDE)
  const decide = (action: Action) => () => onDecide(action)
  return (
    <form className="verdict" aria-label="Decision" onSubmit={(event) => event.preventDefault()}>
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
      <details>
        <summary>Words to the maker, and a note</summary>
        <TextField
          label="The maker reads"
          maxLength={maxNote}
          value={draft.message}
          onChange={(event) => onChange({ ...draft, message: event.target.value })}
        />
        <TextField
          label="Other operators read"
          maxLength={maxNote}
          value={draft.note}
          onChange={(event) => onChange({ ...draft, note: event.target.value })}
        />
      </details>
      <div className="verdict-actions">
        <Button kind="primary" disabled={Boolean(missing)} onClick={decide(Action.HIDE)}>
          Hide <kbd>h</kbd>
        </Button>
        <Button disabled={Boolean(missing)} onClick={decide(Action.LEAVE)}>
          {isHidden ? 'Leave it hidden' : 'Leave'} <kbd>l</kbd>
        </Button>
        {isHidden && (
          <Button disabled={Boolean(missing)} onClick={decide(Action.RESTORE)}>
            Restore <kbd>o</kbd>
          </Button>
        )}
        <Button kind="danger" disabled={Boolean(missing)} onClick={decide(Action.REMOVE)}>
          Remove <kbd>r</kbd>
        </Button>
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
