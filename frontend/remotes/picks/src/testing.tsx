import { renderPage } from '@mcwick/testing'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { PicksPage } from './picks-page'
import samples from './tokens/samples.json'

/** Responds with the tokens of the site. */
export const respondWithTokens = async () => Response.json(samples)

/** Renders the page at a URL over this response. Timers are fake: `advance` moves them on. */
export async function open(search: string, respond: () => Promise<Response> = respondWithTokens) {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', respond)
  const at = (search: string) => ({ location: { path: '/picks', search: new URLSearchParams(search) } })
  const { container, rerender } = renderPage(<PicksPage />, at(search))
  await advance(0)
  return { container, go: (search: string) => rerender(at(search)) }
}

/** Advances the fake timers by milliseconds. */
export function advance(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Returns a pseudorandom number generator with this seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
