import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import { useSyncExternalStore } from 'react'

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const
const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' })

const minuteMs = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls a listener each minute, by one timer for all. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const call of listeners) call()
  }, minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

interface WhenProps {
  time: Timestamp | undefined
  /** Whether the full time is shown too. */
  isExact?: boolean
}

/** A moment in the operator's time zone, such as “3 min ago”, with the full time in its title. */
export function When({ time, isExact = false }: WhenProps) {
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs)) // what is said depends on it
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
  const minutes = (date.getTime() - Date.now()) / minuteMs
  const [unit, size] = units.find(([, size]) => Math.abs(minutes) >= size) ?? ['minute', 1]
  return Math.abs(minutes) < 1 ? 'now' : words.format(Math.round(minutes / size), unit)
}
