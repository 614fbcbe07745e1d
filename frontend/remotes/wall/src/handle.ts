import type { DrawingName } from '@mcwick/ui'
import type { Side } from './side'

const candles = ['angel', 'astronaut', 'gentleman', 'king', 'ninja', 'rapper', 'skier', 'trader'] as const

/** A handle without its @. */
export function bare(handle: string): string {
  return handle.replace(/^@/, '')
}

/** Where somebody is to be found on X. */
export function profileOf(handle: string): string {
  return `https://x.com/${encodeURIComponent(bare(handle))}`
}

/** The candle that stands for somebody, always the same one; on the wall of shame it is blown out. */
export function candleOf(handle: string, side: Side): DrawingName {
  let hash = 0
  for (const letter of bare(handle).toLowerCase()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1)
  const candle = candles[(hash >>> 16) % candles.length] ?? 'king'
  return side === 'shame' ? `snuffed-${candle}` : `friend-${candle}`
}
