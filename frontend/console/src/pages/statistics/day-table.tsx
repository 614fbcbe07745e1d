import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Table } from '../../components/page-parts'
import type { DayStatistics } from '../../gen/moderation/v1/case_operator_pb'

/** Periods of 24 hours, the newest first, each figure with a bar of its size. */
export function DayTable({ days }: { days: readonly DayStatistics[] }) {
  const most = Math.max(1, ...days.flatMap(({ byOperators, automatic, reports }) => [byOperators, automatic, reports]))
  const bar = (value: number) => (
    <>
      {value}
      <span className="statistics-bar" style={{ inlineSize: `${(100 * value) / most}%` }} aria-hidden />
    </>
  )
  return (
    <Table
      caption="Day by day"
      rows={days.toReversed().map((day) => ({ ...day, start: day.startTime && timestampDate(day.startTime) }))}
      keyOf={({ start }) => String(start)}
      cellsOf={({ automatic, byOperators, reports, start }) => ({
        '24 hours from': (
          <time dateTime={start?.toISOString()} title={start?.toISOString()}>
            {start?.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        ),
        Reports: bar(reports),
        'Decided by operators': bar(byOperators),
        'Decided automatically': bar(automatic),
      })}
    />
  )
}
