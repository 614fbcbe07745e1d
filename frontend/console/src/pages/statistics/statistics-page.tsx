import { type Duration, durationMs } from '@bufbuild/protobuf/wkt'
import { Spinner } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useClients } from '../../api/clients'
import { useLiveInterval } from '../../api/use-live-interval'
import { Failure } from '../../components/failure'
import { Table } from '../../components/page-parts'
import { When } from '../../components/when'
import type { OperatorStatistics } from '../../gen/moderation/v1/case_operator_pb'
import type { DecisionCounts } from '../../gen/moderation/v1/case_pb'
import { labelOfKind, nameOfKind } from '../cases/words'
import { DayTable } from './day-table'

const refreshMs = 60_000

/** What waits, and what was reported and decided in the last 30 days. */
export default function StatisticsPage() {
  const { cases } = useClients()
  const refetchInterval = useLiveInterval(refreshMs)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => cases.getOperatorStatistics({}, { signal }),
    refetchInterval,
  })
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
          {data.open.length > 0 && (
            <Table caption="What waits" head={['Kind', 'Cases', 'First due']}>
              {data.open.map(({ kind, count, dueTime }) => (
                <tr key={kind}>
                  <td>
                    <Link href={`/queue?kind=${nameOfKind(kind)}`}>{labelOfKind(kind)}</Link>
                  </td>
                  <td>{count}</td>
                  <td>
                    <When time={dueTime} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <h2>Who decided</h2>
          <Table caption="Who decided" head={['By', 'Left', 'Hidden', 'Removed', 'Restored']}>
            {data.operators.map(({ operator, decisions }) => (
              <tr key={operator}>
                <td>
                  <Link href={`/audit?operator=${encodeURIComponent(operator)}`}>{operator}</Link>
                </td>
                <CountCells of={decisions} />
              </tr>
            ))}
            <tr>
              <td>automatic</td>
              <CountCells of={data.public?.automatic} />
            </tr>
          </Table>
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

function CountCells({ of }: { of: DecisionCounts | undefined }) {
  return (
    <>
      <td>{of?.leave ?? 0}</td>
      <td>{of?.hide ?? 0}</td>
      <td>{of?.remove ?? 0}</td>
      <td>{of?.restore ?? 0}</td>
    </>
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
