import { contractVersion } from '@mcwick/shell-contract'
import { expect, it, vi } from 'vitest'
import { loadRemote } from './load-remote'

const federation = vi.hoisted(() => ({ registerRemotes: vi.fn(), loadRemote: vi.fn() }))
vi.mock('@module-federation/runtime', () => ({ getInstance: () => federation }))

const remote = { name: 'gallery', entry: '/mfe/gallery/remoteEntry.js' }
const Page = () => null

it('loads a remote with the same contract version', async () => {
  federation.loadRemote.mockResolvedValue({ default: Page, contract: contractVersion })
  await expect(loadRemote(remote, 0)).resolves.toMatchObject({ default: Page })
})

it('rejects a remote with another contract version', async () => {
  federation.loadRemote.mockResolvedValue({ default: Page, contract: contractVersion + 1 })
  await expect(loadRemote(remote, 0)).rejects.toThrow('contract')
})

it('requests the entry under a new URL at the second attempt', async () => {
  federation.loadRemote.mockResolvedValue({ default: Page, contract: contractVersion })
  await loadRemote(remote, 1)
  const [[fresh]] = federation.registerRemotes.mock.lastCall ?? [[]]
  expect(fresh.entry).toMatch(/remoteEntry\.js\?retry=\d+$/)
})
