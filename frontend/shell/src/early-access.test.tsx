import { TestShell, testSite } from '@mcwick/testing'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EarlyAccess } from './early-access'

vi.mock('./remotes/remote-part', () => ({
  RemotePart: ({ onDone, onLater }: { onDone: () => void; onLater: () => void }) => (
    <>
      <button type="button" onClick={onDone}>
        done
      </button>
      <button type="button" onClick={onLater}>
        later
      </button>
    </>
  ),
}))

const at = (path: string) => (
  <TestShell
    shell={{
      config: { ...testSite, flags: { earlyAccess: true } },
      location: { path, search: new URLSearchParams() },
    }}
  >
    <EarlyAccess />
  </TestShell>
)

const isShown = () => screen.queryByRole('button', { name: 'done' }) !== null

// Verifies VERSE-17.
it.each(['/gallery/0192aaaa', '/bictok/0192aaaa'])(
  'is not shown at the shared link %s until the visitor navigates',
  async (path) => {
    vi.useFakeTimers()
    const { rerender } = render(at(path))
    await act(() => vi.runAllTimersAsync())
    expect(isShown()).toBe(false)
    rerender(at('/gallery'))
    await act(() => vi.runAllTimersAsync())
    expect(isShown()).toBe(true)
  },
)

it.each(['/', '/gallery', '/bictok', '/wax'])('is shown at %s', async (path) => {
  vi.useFakeTimers()
  render(at(path))
  await act(() => vi.runAllTimersAsync())
  expect(isShown()).toBe(true)
})

// Verifies VERSE-17.
it('is not shown again in this visit after "later", also after a reload', async () => {
  const { rerender, unmount } = render(at('/'))
  ;(await screen.findByRole('button', { name: 'later' })).click()
  await vi.waitFor(() => expect(isShown()).toBe(false))
  rerender(at('/wall'))
  expect(isShown()).toBe(false)
  unmount()
  vi.useFakeTimers()
  render(at('/'))
  await act(() => vi.runAllTimersAsync())
  expect(isShown()).toBe(false)
  expect(localStorage.getItem('mcwick.earlyAccess')).toBeNull()
})

it('is not shown again after it was submitted', async () => {
  render(at('/'))
  ;(await screen.findByRole('button', { name: 'done' })).click()
  await vi.waitFor(() => expect(localStorage.getItem('mcwick.earlyAccess')).toBe('true'))
})

it('is shown and can be submitted when storage is unavailable', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  render(at('/'))
  ;(await screen.findByRole('button', { name: 'done' })).click()
  await vi.waitFor(() => expect(isShown()).toBe(false))
  vi.restoreAllMocks()
})
