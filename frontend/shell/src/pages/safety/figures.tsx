import { type DecisionCounts, getSafetyStatistics, type Statistics } from '@mcwick/api-calls'
import { useFailure } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { texts } from './texts'

const { figures } = texts
const none = '–'

/** The counts of the last 30 days. The tiles keep their size while there are no counts, and when they fail. */
export function Figures() {
  const query = useQuery({ queryKey: ['safety', 'statistics'], queryFn: () => getSafetyStatistics() })
  const { data } = query
  const failure = useFailure(query)
  const isWaiting = !data && !failure
  return (
    <section className="safety-figures" aria-labelledby="safety-figures" aria-busy={isWaiting}>
      <h2 id="safety-figures">{figures.title}</h2>
      <dl>
        {tilesOf(data).map(({ name, value, hint }) => (
          <div key={name} data-blank={isWaiting || undefined}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              <span>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status">{data ? figures.counted : failure ? figures.failed : figures.waiting}</p>
    </section>
  )
}

interface Tile {
  name: string
  value: string
  hint: string
}

function tilesOf(data: Statistics | undefined): Tile[] {
  const count = (n: number | undefined) => n?.toLocaleString('en') ?? none
  const fill = (text: string, n: number | undefined) => text.replace('{count}', count(n))
  return [
    { name: figures.operators, value: count(sum(data?.byOperators)), hint: describeDecisions(data?.byOperators) },
    { name: figures.automatic, value: count(data?.automatic?.hide), hint: figures.automaticHint },
    { name: figures.reports, value: count(data?.reports), hint: fill(figures.upheld, data?.upheldReports) },
    { name: figures.appeals, value: count(data?.appeals), hint: fill(figures.restored, data?.restoredAppeals) },
    { name: figures.takedowns, value: count(data?.takedownRequests), hint: figures.takedownsHint },
    { name: figures.wait, value: formatWait(data?.medianWait), hint: figures.waitHint },
  ]
}

function sum(counts: DecisionCounts | undefined): number | undefined {
  return counts && counts.leave + counts.hide + counts.remove + counts.restore
}

function describeDecisions(counts: DecisionCounts | undefined): string {
  return figures.decisions.replace(/\{(\w+)\}/g, (_, name) =>
    String(counts?.[name as keyof DecisionCounts]?.toLocaleString('en') ?? none),
  )
}

/** Formats a duration of the API, such as 5400s, roughly: minutes up to 90, hours up to 48, then days. */
function formatWait(duration: string | undefined): string {
  if (!duration) return none
  const minutes = Math.max(1, Math.round(Number.parseFloat(duration) / 60))
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
