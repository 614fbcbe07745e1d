import { Link } from 'wouter'
import { Failures, mayBeDone } from '../../components/failure'
import { keyOf } from './use-cases'
import type { Made } from './use-decisions'
import { labelOfAction, labelOfKind, nameOfKind } from './words'

const shown = 5

const stateOf: Record<Made['state'], string> = { sending: '…', made: '', failed: '', undone: 'undone' }

function sayRefused({ of, verdict, state, error }: Made): string {
  const subject = labelOfKind(of.details?.subject?.kind)
  const done = state === 'made' ? 'undone' : labelOfAction[verdict.action]
  if (!mayBeDone(error)) return `${subject} not ${done}.`
  return `It is not known whether the ${subject.toLowerCase()} was ${done}. Look at its case.`
}

/**
 * What the operator decided on this page, the last first. What was refused stays in view until it is dismissed: by then
 * the operator looks at another case.
 */
export function DecisionLog({ made }: { made: readonly Made[] }) {
  if (made.length === 0) return null
  return (
    <section className="decision-log" aria-label="Your decisions">
      <Failures of={made} describe={sayRefused} />
      <ol role="log" aria-live="polite">
        {made
          .slice(-shown)
          .reverse()
          .map(({ of, verdict, state, error }) => {
            const subject = of.details?.subject
            const not = mayBeDone(error) ? 'perhaps' : 'not'
            return (
              <li key={keyOf(of)} data-state={state}>
                {subject && (
                  <Link href={`/cases/${nameOfKind(subject.kind)}/${subject.id}`}>{labelOfKind(subject.kind)}</Link>
                )}{' '}
                {state === 'failed' && `${not} `}
                {labelOfAction[verdict.action]} {state === 'made' && error ? `and ${not} undone` : stateOf[state]}
              </li>
            )
          })}
      </ol>
      <p className="mc-hint" data-testid="decisions-made">
        {made.filter(({ state }) => state === 'made').length} decided since you opened this page
      </p>
      {made.some(({ state }) => state === 'undone') && (
        <p className="mc-hint">What is undone is public or hidden as before. Its reports stay answered.</p>
      )}
    </section>
  )
}
