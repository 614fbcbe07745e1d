import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { formatDistance } from './format-distance'

interface WhenProps {
  time: Timestamp | undefined
  /** Whether the full time is shown too. */
  isExact?: boolean
}

/** A moment in the operator's time zone, such as “3 min ago”, with the full time in its title. */
export function When({ time, isExact = false }: WhenProps) {
  if (!time) return null
  const date = timestampDate(time)
  return (
    <time dateTime={date.toISOString()} title={`${date.toLocaleString()} (${date.toISOString()})`}>
      {isExact && `${date.toLocaleString()}, `}
      {formatDistance(date, new Date())}
    </time>
  )
}
