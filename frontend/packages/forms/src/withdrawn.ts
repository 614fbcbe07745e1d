import { keepText, keptText } from '@mcwick/session'

const keyOf = (id: string) => `mcwick.withdrawn.${id}`

/** Keeps for this tab whether a publication is taken down: makers have copies of it, which do not change with it. */
export function keepWithdrawn(id: string, isWithdrawn = true) {
  keepText(keyOf(id), isWithdrawn ? '1' : null, 'session')
}

/** Whether a publication was taken down in this tab. */
export function isWithdrawn(id: string): boolean {
  return keptText(keyOf(id), 'session') !== null
}
