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

const asks = () => screen.queryByRole('button', { name: 'done' }) !== null

// Verifies VERSE-17.
it.each(['/gallery/0192aaaa', '/bictok/0192aaaa'])('waits at %s until the visitor goes on', async (path) => {
  vi.useFakeTimers()
  const { rerender } = render(at(path))
  await act(() => vi.runAllTimersAsync())
  expect(asks()).toBe(false)
  rerender(at('/gallery'))
  await act(() => vi.runAllTimersAsync())
  expect(asks()).toBe(true)
})

it.each(['/', '/gallery', '/bictok', '/wax'])('asks at %s', async (path) => {
  vi.useFakeTimers()
  render(at(path))
  await act(() => vi.runAllTimersAsync())
  expect(asks()).toBe(true)
})

// Verifies VERSE-17.
it('does not ask again during this visit, not even after a reload', async () => {
  const { rerender, unmount } = render(at('/'))
  ;(await screen.findByRole('button', { name: 'later' })).click()
  await vi.waitFor(() => expect(asks()).toBe(false))
  rerender(at('/wall'))
  expect(asks()).toBe(false)
  unmount()
  vi.useFakeTimers()
  render(at('/'))
  await act(() => vi.runAllTimersAsync())
  expect(asks()).toBe(false)
  expect(localStorage.getItem('mcwick.earlyAccess')).toBeNull()
})

it('does not ask again once a name was given', async () => {
  render(at('/'))
  ;(await screen.findByRole('button', { name: 'done' })).click()
  await vi.waitFor(() => expect(localStorage.getItem('mcwick.earlyAccess')).toBe('true'))
})

it('asks where the storage is shut, and can be answered there', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  render(at('/'))
  ;(await screen.findByRole('button', { name: 'done' })).click()
  await vi.waitFor(() => expect(asks()).toBe(false))
  vi.restoreAllMocks()
})
