import { contractVersion } from '@mcwick/shell-contract'
import { TestShell, testSite } from '@mcwick/testing'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RemotePart } from './remote-part'

const federation = vi.hoisted(() => ({ registerRemotes: vi.fn(), loadRemote: vi.fn() }))
vi.mock('@module-federation/runtime', () => ({ getInstance: () => federation }))

const module = { default: () => null, contract: contractVersion, parts: { account: () => <p>account menu</p> } }

let count = 0

/** Renders a part of a remote that no other test has loaded; the returned function goes to another path. */
function open(failed?: ReactNode) {
  const remotes = [{ name: `remote-${count++}`, entry: '/remoteEntry.js', path: '/verse' }]
  const config = { ...testSite, remotes }
  const at = (path: string) => (
    <TestShell shell={{ config, location: { path, search: new URLSearchParams() } }}>
      <RemotePart path="/verse" part="account" place="bar" fallback={<p>login link</p>} failed={failed} />
    </TestShell>
  )
  const { rerender } = render(at('/'))
  return (path: string) => rerender(at(path))
}

const loadsEnd = () => act(async () => undefined)

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  federation.loadRemote.mockReset()
})

it('shows a part, and its fallback until then', async () => {
  federation.loadRemote.mockResolvedValue(module)
  open()
  expect(screen.getByText('login link')).toBeTruthy()
  expect(await screen.findByText('account menu')).toBeTruthy()
})

it('loads a part that failed again on the next page', async () => {
  federation.loadRemote.mockRejectedValueOnce(new Error('no such file')).mockResolvedValue(module)
  const goTo = open()
  await loadsEnd()
  expect(screen.getByText('login link')).toBeTruthy()
  goTo('/gallery')
  expect(await screen.findByText('account menu')).toBeTruthy()
  const [[fresh]] = federation.registerRemotes.mock.lastCall ?? [[]]
  expect(fresh.entry, 'the browser caches the failure of the first one').toMatch(/\?retry=\d+$/)
})

it('does not open on the next page what failed to open on this one', async () => {
  federation.loadRemote.mockRejectedValueOnce(new Error('no such file')).mockResolvedValue(module)
  const goTo = open(<p>does not open</p>)
  expect(await screen.findByText('does not open')).toBeTruthy()
  goTo('/gallery')
  await loadsEnd()
  expect(screen.getByText('does not open')).toBeTruthy()
})

it('shows the fallback where the remote has no such part', async () => {
  federation.loadRemote.mockResolvedValue({ ...module, parts: {} })
  open()
  await loadsEnd()
  expect(screen.getByText('login link')).toBeTruthy()
})
