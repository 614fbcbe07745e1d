import { renderPage } from '@mcwick/testing'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { PicksPage } from './picks-page'
import samples from './tokens/samples.json'

/** The tokens come as the site sends them. */
export const tokensCome = async () => Response.json(samples)

/** The page at an address, with what the network answers. Clocks are held: time passes by `pass`. */
export async function open(search: string, answer: () => Promise<Response> = tokensCome) {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
  const at = (search: string) => ({ location: { path: '/picks', search: new URLSearchParams(search) } })
  const { container, rerender: go } = renderPage(<PicksPage />, at(search))
  await pass(0)
  return { container, go: (search: string) => go(at(search)) }
}

/** Lets time go by, in milliseconds. */
export function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Numbers from 0 to 1 that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
