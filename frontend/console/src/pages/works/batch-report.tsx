import { Link } from 'wouter'
import { mayBeDone } from '../../components/failure'
import type { Entry } from './use-batch'
import { caseOf, wordsOf } from './words'

/** How far decisions are, and which of them failed. */
export function BatchReport({ entries }: { entries: readonly Entry[] }) {
  const count = (...states: Entry['state'][]) => entries.filter(({ state }) => states.includes(state)).length
  const undone = count('undone')
  const decided = count('made') + undone
  const failed = entries.filter(({ error }) => error)
  if (entries.length === 0) return null
  return (
    <section aria-label="Decisions">
      {entries.length > 1 && <progress max={entries.length} value={decided + count('failed')} aria-label="Answered" />}
      <p role="status">
        {decided} of {entries.length} decided
        {undone > 0 && `, ${undone} undone`}
        {failed.length > 0 && `, ${failed.length} failed`}.
      </p>
      {failed.length > 0 && (
        <ul role="alert">
          {failed.map(({ work, error }) => (
            <li key={work.id}>
              <Link href={caseOf(work)}>{wordsOf(work) || work.id}</Link>:{' '}
              {mayBeDone(error) && 'It is not known whether this was done. Look at its case. '}
              {error?.rawMessage}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
