import { texts } from '../texts'

const { none } = texts.card

/** A price in dollars, with the digits that matter at its size. Zero is a price, null is none. */
export function priceOf(price: number | null): string {
  if (price === null) return none
  return `$${digitsOf(price)}`
}

function digitsOf(price: number): string {
  if (price < 0.00001) return price.toExponential(2)
  if (price < 1) return price.toFixed(6)
  if (price < 100) return price.toFixed(2)
  return price.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

export type Direction = 'up' | 'down'

/** Where a change of a day leads; nothing counts as up. */
export function directionOf(change: number | null): Direction | undefined {
  if (change === null) return undefined
  return change >= 0 ? 'up' : 'down'
}

/** A change in per cent, always with its sign: colour alone tells nobody. */
export function changeOf(change: number | null): string {
  if (change === null) return none
  return `${change >= 0 ? '+' : ''}${change.toFixed(1)}%`
}

/** A large sum in dollars, as short as one says it: $1.3T. */
export function sumOf(sum: number | null): string {
  if (sum === null) return none
  return sum.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
}

/** A day of the calendar in words. */
export function dayOf(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
}
