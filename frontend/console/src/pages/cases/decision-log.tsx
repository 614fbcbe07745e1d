import { Link } from 'wouter'
import { keyOf } from './use-cases'
import type { Made } from './use-decisions'
import { labelOfAction, labelOfKind, nameOfKind } from './words'

const shown = 5

const stateOf: Record<Made['state'], string> = { sending: '…', made: '', failed: 'failed:', undone: 'undone' }

/** What the operator decided on this page, the last first, with what was refused. */
export function DecisionLog({ made }: { made: readonly Made[] }) {
  if (made.length === 0) return null
  return (
    <section className="decision-log" aria-label="Your decisions">
      <ol role="log" aria-live="polite">
        {made
          .slice(-shown)
          .reverse()
          .map(({ of, verdict, state, error }) => {
            const subject = of.details?.subject
            return (
              <li key={keyOf(of)} data-state={state}>
                {subject && (
                  <Link href={`/cases/${nameOfKind(subject.kind)}/${subject.id}`}>{labelOfKind(subject.kind)}</Link>
                )}{' '}
                {labelOfAction[verdict.action]}
                {state === 'failed' && ','} {state === 'made' && error ? 'and not undone:' : stateOf[state]}{' '}
                {error?.rawMessage}
              </li>
            )
          })}
      </ol>
      <p className="mc-hint" data-testid="decisions-made">
        {made.filter(({ state }) => state === 'made').length} decided since you opened this page
      </p>
    </section>
  )
}
