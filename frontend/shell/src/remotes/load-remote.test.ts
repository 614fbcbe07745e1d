import { contractVersion } from '@mcwick/shell-contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadedRemote, prefetchRemote } from './load-remote'

const federation = vi.hoisted(() => ({ registerRemotes: vi.fn(), loadRemote: vi.fn() }))
vi.mock('@module-federation/runtime', () => ({ getInstance: () => federation }))

const Page = () => null
const module = { default: Page, contract: contractVersion }

let count = 0

/** A remote that no other test has loaded. */
const newRemote = () => ({ name: `remote-${count++}`, entry: '/mfe/gallery/remoteEntry.js', path: '/gallery' })

beforeEach(() => {
  federation.registerRemotes.mockReset()
  federation.loadRemote.mockReset()
})

it('loads a remote with the same contract version, once', async () => {
  const remote = newRemote()
  federation.loadRemote.mockResolvedValue(module)
  await expect(prefetchRemote(remote)).resolves.toMatchObject({ default: Page })
  await prefetchRemote(remote)
  expect(federation.loadRemote).toHaveBeenCalledOnce()
  expect(federation.registerRemotes).not.toHaveBeenCalled()
  expect(loadedRemote(remote.name)).toBe(module)
})

it('rejects a remote with another contract version', async () => {
  federation.loadRemote.mockResolvedValue({ default: Page, contract: contractVersion + 1 })
  await expect(prefetchRemote(newRemote())).rejects.toThrow('contract')
})

it('requests the entry under a new URL after a failure', async () => {
  const remote = newRemote()
  federation.loadRemote.mockRejectedValueOnce(new Error('no such file')).mockResolvedValue(module)
  await expect(prefetchRemote(remote)).rejects.toThrow('no such file')
  expect(loadedRemote(remote.name)).toBeUndefined()
  await prefetchRemote(remote)
  const [[fresh]] = federation.registerRemotes.mock.lastCall ?? [[]]
  expect(fresh.entry).toMatch(/remoteEntry\.js\?retry=\d+$/)
})
