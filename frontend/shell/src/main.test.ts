import { setLeaving } from '@mcwick/session'
import { afterEach, expect, it, vi } from 'vitest'

const finishLogOut = vi.fn()
let tries = 0

vi.doMock('./load-site', () => ({ loadSite: () => Promise.reject(new Error('away')) }))
vi.doMock('./finish-log-out', () => {
  if (++tries === 1) throw new Error('no network')
  return { finishLogOut }
})

afterEach(() => {
  document.body.innerHTML = ''
})

// Verifies VERSE-26.
it('finishes a log-out of a closed page also when the code for it comes at the second try', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  document.body.innerHTML = '<div id="root"></div>'
  setLeaving(true)
  await import('./main')
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(finishLogOut).toHaveBeenCalledOnce()
  })
  expect(tries).toBe(2)
})
