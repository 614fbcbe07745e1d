import { contractVersion, useShell } from '@mcwick/shell-contract'
import { TestShell } from '@mcwick/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { prefetchRemote } from './load-remote'
import { RemoteSlot } from './remote-slot'

const federation = vi.hoisted(() => ({ registerRemotes: vi.fn(), loadRemote: vi.fn() }))
vi.mock('@module-federation/runtime', () => ({ getInstance: () => federation }))

const remoteModule = (Page = () => <p>images</p>) => ({ default: Page, contract: contractVersion })
const failToLoad = () => Promise.reject(new Error('no such file'))
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const retryButton = () => screen.getByRole('button', { name: 'Try again' })

function BrokenAtOneAddress() {
  if (useShell().location.path === '/broken') throw new Error('broken')
  return <p>images</p>
}

let count = 0
const reload = vi.fn()

/** Renders the slot of a remote that no other test has loaded. */
async function open() {
  const remote = { name: `remote-${count++}`, entry: '/remoteEntry.js', path: '/gallery' }
  render(
    <TestShell>
      <RemoteSlot remote={remote} />
    </TestShell>,
  )
  await advance(0)
  return remote
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  reload.mockReset()
})

it('shows the page of a remote', async () => {
  federation.loadRemote.mockResolvedValue(remoteModule())
  await open()
  expect(screen.getByText('images')).toBeTruthy()
})

it('shows an error when a remote does not load in eight seconds', async () => {
  federation.loadRemote.mockReturnValue(new Promise(() => undefined))
  await open()
  await advance(7999)
  expect(screen.getByRole('status')).toBeTruthy()
  await advance(1)
  expect(screen.getByRole('alert')).toBeTruthy()
})

it('shows another address of a remote whose page failed', async () => {
  federation.loadRemote.mockResolvedValue(remoteModule(BrokenAtOneAddress))
  const remote = { name: `remote-${count++}`, entry: '/remoteEntry.js', path: '/gallery' }
  const at = (path: string) => (
    <TestShell shell={{ location: { path, search: new URLSearchParams() } }}>
      <RemoteSlot remote={remote} />
    </TestShell>
  )
  const { rerender } = render(at('/broken'))
  await advance(0)
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(at('/'))
  await advance(0)
  expect(screen.getByText('images')).toBeTruthy()
})

it('retries a failed remote once, then reloads the document', async () => {
  federation.loadRemote.mockImplementation(failToLoad)
  await open()
  fireEvent.click(retryButton())
  await advance(0)
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(retryButton())
  expect(reload).toHaveBeenCalledOnce()
})

it('retries in the background without moving the focus', async () => {
  federation.loadRemote.mockImplementation(failToLoad)
  await open()
  retryButton().focus()
  const focused = document.activeElement
  await advance(15_000)
  expect(document.activeElement).toBe(focused)
  federation.loadRemote.mockResolvedValue(remoteModule())
  await advance(15_000)
  expect(screen.getByText('images')).toBeTruthy()
})

it('shows a page whose remote was loaded for something else meanwhile', async () => {
  federation.loadRemote.mockImplementation(failToLoad)
  const remote = await open()
  federation.loadRemote.mockResolvedValue(remoteModule())
  await prefetchRemote(remote)
  await advance(15_000)
  expect(screen.getByText('images')).toBeTruthy()
})

it('reloads the document when a chunk of a loaded remote fails', async () => {
  const BrokenPage = lazy(failToLoad)
  federation.loadRemote.mockResolvedValue(remoteModule(() => <BrokenPage />))
  await open()
  const loads = federation.loadRemote.mock.calls.length
  await advance(15_000)
  expect(federation.loadRemote.mock.calls.length).toBe(loads)
  fireEvent.click(retryButton())
  expect(reload).toHaveBeenCalledOnce()
})
