import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { formatDistance } from './format-distance'

/** A moment in the operator's time zone, such as “3 min ago”, with the full time in its title. */
export function When({ time }: { time: Timestamp | undefined }) {
  if (!time) return null
  const date = timestampDate(time)
  return (
    <time dateTime={date.toISOString()} title={`${date.toLocaleString()} (${date.toISOString()})`}>
      {formatDistance(date, new Date())}
    </time>
  )
}
