import { keptText, storedUser, storeUser } from '@mcwick/session'
import { expect, it, vi } from 'vitest'
import { logOut } from './log-in'

// What the shell of release 1.0.0 shares, which an open page may still have.
vi.mock('@mcwick/session', async (load) => {
  const { keepText, keptText, storedUser, storeUser, useStoredUser } = await load<typeof import('@mcwick/session')>()
  return { keepText, keptText, storedUser, storeUser, useStoredUser }
})

it('logs out in a page with the shell of the last release', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  storeUser({ xHandle: '@wick', publicKey: 'ab'.repeat(32) })
  await logOut()
  expect(storedUser()).toBeNull()
  expect(keptText('mcwick.leaving')).toBeNull()
})
