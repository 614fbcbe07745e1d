import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const
const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' })

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
      {formatDistance(date)}
    </time>
  )
}

/** Returns how far a moment is from now in its largest unit, such as “5 min. ago” or “in 2 hr.”. */
function formatDistance(date: Date): string {
  const minutes = (date.getTime() - Date.now()) / 60_000
  const [unit, size] = units.find(([, size]) => Math.abs(minutes) >= size) ?? ['minute', 1]
  return Math.abs(minutes) < 1 ? 'now' : words.format(Math.round(minutes / size), unit)
}
