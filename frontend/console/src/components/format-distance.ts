const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const
const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' })

/** Returns how far a moment is from now in its largest unit, such as “5 min. ago” or “in 2 hr.”. */
export function formatDistance(date: Date, now: Date): string {
  const minutes = (date.getTime() - now.getTime()) / 60_000
  const [unit, size] = units.find(([, size]) => Math.abs(minutes) >= size) ?? ['minute', 1]
  return Math.abs(minutes) < 1 ? 'now' : words.format(Math.round(minutes / size), unit)
}
