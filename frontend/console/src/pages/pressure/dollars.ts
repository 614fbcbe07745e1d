const microsPerDollar = 1_000_000
const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

/** Returns an amount as text, such as “$12.50”. */
export function formatDollars(microUsd: bigint): string {
  return format.format(Number(microUsd) / microsPerDollar)
}

/** Returns an amount that was typed in dollars; undefined when it is none. */
export function parseDollars(text: string): bigint | undefined {
  if (!/^\d{1,5}(\.\d{1,6})?$/.test(text.trim())) return undefined
  return BigInt(Math.round(Number(text) * microsPerDollar))
}
