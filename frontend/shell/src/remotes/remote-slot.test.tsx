import { contractVersion } from '@mcwick/shell-contract'
import { TestShell } from '@mcwick/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RemoteSlot } from './remote-slot'

const federation = vi.hoisted(() => ({ registerRemotes: vi.fn(), loadRemote: vi.fn() }))
vi.mock('@module-federation/runtime', () => ({ getInstance: () => federation }))

const page = (Page = () => <p>prints</p>) => ({ default: Page, contract: contractVersion })
const away = () => Promise.reject(new Error('no such file'))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const again = () => screen.getByRole('button', { name: 'Try again' })

let count = 0
const reload = vi.fn()

/** The place of a remote that no other test has loaded. */
async function open() {
  const remote = { name: `remote-${count++}`, entry: '/remoteEntry.js' }
  render(
    <TestShell>
      <RemoteSlot remote={remote} />
    </TestShell>,
  )
  await pass(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  reload.mockReset()
})

it('shows the page of a remote', async () => {
  federation.loadRemote.mockResolvedValue(page())
  await open()
  expect(screen.getByText('prints')).toBeTruthy()
})

it('gives a remote eight seconds', async () => {
  federation.loadRemote.mockReturnValue(new Promise(() => undefined))
  await open()
  await pass(7999)
  expect(screen.getByRole('status')).toBeTruthy()
  await pass(1)
  expect(screen.getByRole('alert')).toBeTruthy()
})

it('asks once more for a remote that did not come, then for the whole document', async () => {
  federation.loadRemote.mockImplementation(away)
  await open()
  fireEvent.click(again())
  await pass(0)
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(again())
  expect(reload).toHaveBeenCalledOnce()
})

it('comes back by itself, and until then nothing moves', async () => {
  federation.loadRemote.mockImplementation(away)
  await open()
  again().focus()
  const held = document.activeElement
  await pass(15_000)
  expect(document.activeElement).toBe(held)
  federation.loadRemote.mockResolvedValue(page())
  await pass(15_000)
  expect(screen.getByText('prints')).toBeTruthy()
})

it('loads the document anew for a page of the remote that did not come', async () => {
  const Lost = lazy(away)
  federation.loadRemote.mockResolvedValue(page(() => <Lost />))
  await open()
  const asked = federation.loadRemote.mock.calls.length
  await pass(15_000)
  expect(federation.loadRemote.mock.calls.length).toBe(asked)
  fireEvent.click(again())
  expect(reload).toHaveBeenCalledOnce()
})
