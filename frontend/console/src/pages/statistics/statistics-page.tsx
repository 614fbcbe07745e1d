import { type Duration, durationMs } from '@bufbuild/protobuf/wkt'
import { Spinner } from '@mcwick/ui'
import { Link } from 'wouter'
import { useRead } from '../../api/use-calls'
import { Failure } from '../../components/failure'
import { Table } from '../../components/page-parts'
import { When } from '../../components/when'
import type { OperatorStatistics } from '../../gen/moderation/v1/case_operator_pb'
import { labelOfKind, nameOfKind } from '../cases/words'
import { DayTable } from './day-table'

const refreshMs = 60_000

/** What waits, and what was reported and decided in the last 30 days. */
export default function StatisticsPage() {
  const { data, error, isPending, refetch } = useRead(['statistics'], refreshMs, ({ cases }, call) =>
    cases.getOperatorStatistics({}, call),
  )
  return (
    <>
      <h1>Statistics of 30 days</h1>
      {isPending && <Spinner label="Counting" />}
      {error && <Failure what="The statistics could not be read." error={error} onRetry={refetch} />}
      {data && (
        <>
          <Summary of={data} />
          <h2>What waits</h2>
          {data.open.length === 0 && <p>No case waits.</p>}
          <Table
            caption="What waits"
            rows={data.open}
            keyOf={({ kind }) => kind}
            cellsOf={({ count, dueTime, kind }) => ({
              Kind: <Link href={`/queue?kind=${nameOfKind(kind)}`}>{labelOfKind(kind)}</Link>,
              Cases: count,
              'First due': <When time={dueTime} />,
            })}
          />
          <h2>Who decided</h2>
          <Table
            caption="Who decided"
            rows={[...data.operators, { operator: '', decisions: data.public?.automatic }]}
            keyOf={({ operator }) => operator}
            cellsOf={({ decisions, operator }) => ({
              By: operator ? (
                <Link href={`/audit?operator=${encodeURIComponent(operator)}`}>{operator}</Link>
              ) : (
                'automatic'
              ),
              Left: decisions?.leave ?? 0,
              Hidden: decisions?.hide ?? 0,
              Removed: decisions?.remove ?? 0,
              Restored: decisions?.restore ?? 0,
            })}
          />
          <h2>Day by day</h2>
          <DayTable days={data.days} />
        </>
      )}
    </>
  )
}

function Summary({ of: { public: counts, wrongReports, p90Wait } }: { of: OperatorStatistics }) {
  if (!counts) return null
  return (
    <dl className="statistics">
      <Figure name="Reports" value={counts.reports} />
      <Figure name="Upheld" value={share(counts.upheldReports, counts.reports)} />
      <Figure name="Wrong" value={share(wrongReports, counts.reports)} />
      <Figure name="Takedown requests" value={counts.takedownRequests} />
      <Figure name="Appeals" value={counts.appeals} />
      <Figure name="Restored after appeal" value={share(counts.restoredAppeals, counts.appeals)} />
      <Figure name="Median time to decision" value={formatWait(counts.medianWait)} />
      <Figure name="Nine of ten within" value={formatWait(p90Wait)} />
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Returns a count with its share of a whole, such as “4 (57 %)”. */
function share(count: number, whole: number): string {
  return whole === 0 ? String(count) : `${count} (${Math.round((100 * count) / whole)} %)`
}

/** Returns a wait in its largest fitting unit, such as “2.5 h”. */
function formatWait(wait: Duration | undefined): string {
  if (!wait) return '–'
  const minutes = durationMs(wait) / 60_000
  return minutes < 90 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`
}
