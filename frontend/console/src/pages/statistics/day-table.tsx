import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Table } from '../../components/page-parts'
import type { DayStatistics } from '../../gen/moderation/v1/case_operator_pb'

/** Periods of 24 hours, the newest first, each figure with a bar of its size. */
export function DayTable({ days }: { days: readonly DayStatistics[] }) {
  const most = Math.max(1, ...days.flatMap(({ byOperators, automatic, reports }) => [byOperators, automatic, reports]))
  return (
    <Table caption="Day by day" head={['24 hours from', 'Reports', 'Decided by operators', 'Decided automatically']}>
      {days.toReversed().map(({ startTime, byOperators, automatic, reports }) => {
        const start = startTime && timestampDate(startTime)
        return (
          <tr key={start?.toISOString()}>
            <td>
              <time dateTime={start?.toISOString()} title={start?.toISOString()}>
                {start?.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
            </td>
            <BarCell value={reports} most={most} />
            <BarCell value={byOperators} most={most} />
            <BarCell value={automatic} most={most} />
          </tr>
        )
      })}
    </Table>
  )
}

function BarCell({ value, most }: { value: number; most: number }) {
  return (
    <td>
      {value}
      <span className="statistics-bar" style={{ inlineSize: `${(100 * value) / most}%` }} aria-hidden />
    </td>
  )
}
