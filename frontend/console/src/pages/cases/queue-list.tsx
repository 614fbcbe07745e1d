import { When } from '../../components/when'
import type { Case } from '../../gen/moderation/v1/case_operator_pb'
import { keyOf } from './use-cases'
import { labelOfKind, labelOfReason, labelOfSignal } from './words'

interface QueueListProps {
  cases: readonly Case[]
  current: Case
  onSelect: (one: Case) => void
  hasMore: boolean
}

/** The cases that wait, the most urgent first. */
export function QueueList({ cases, current, onSelect, hasMore }: QueueListProps) {
  return (
    <nav className="queue-list" aria-label="Waiting cases">
      <p className="mc-hint">
        {cases.length}
        {hasMore && '+'} waiting
      </p>
      <ol>
        {cases.map((one) => (
          <li key={keyOf(one)}>
            <button type="button" aria-current={one === current ? 'true' : undefined} onClick={() => onSelect(one)}>
              <b>{labelOfKind(one.details?.subject?.kind)}</b> {summarize(one)}
              <small>
                due <When time={one.dueTime} /> · {one.details?.text || 'without words'}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Returns why a case waits, such as “appeal” or “3 × offensive”. */
function summarize({ appeal, signals, openSignals }: Case): string {
  if (appeal && !appeal.answerTime) return 'appeal'
  const [first] = signals
  if (!first) return ''
  const why = labelOfReason(first.reason) || labelOfSignal[first.kind]
  return openSignals > 1 ? `${openSignals} × ${why}` : why
}
