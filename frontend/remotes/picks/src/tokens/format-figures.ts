import { texts } from '../texts'

const { none } = texts.card

/** Formats a price in dollars, with significant digits by its size. Zero is a price, null is none. */
export function formatPrice(price: number | null): string {
  if (price === null) return none
  return `$${formatDigits(price)}`
}

function formatDigits(price: number): string {
  if (price < 0.00001) return price.toExponential(2)
  if (price < 1) return price.toFixed(6)
  if (price < 100) return price.toFixed(2)
  return price.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

type Direction = 'up' | 'down'

/** Returns the direction of a change; zero counts as up. */
export function changeDirection(change: number | null): Direction | undefined {
  if (change === null) return undefined
  return change >= 0 ? 'up' : 'down'
}

/** Formats a change in percent, always with its sign, because color alone is not accessible. */
export function formatChange(change: number | null): string {
  if (change === null) return none
  return `${change >= 0 ? '+' : ''}${change.toFixed(1)}%`
}

/** Formats a large amount of dollars compactly: $1.3T. */
export function formatAmount(sum: number | null): string {
  if (sum === null) return none
  return sum.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
}

/** Formats a date. */
export function formatDate(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
}
