import { mockApi, problem } from '@mcwick/testing'
import { expect, it } from 'vitest'
import { publishArtworkOnce } from './publish-artwork'

const name = 'w'.repeat(50)

// Verifies AFTER-4.
it.each([
  ['@waxella ', '@waxella'],
  [' Wax Ella', 'Wax Ella'],
  [`@${name}`, name],
  [`@${name.slice(1)}`, `@${name.slice(1)}`],
  ['', ''],
])('signs %j as %j, so that the server takes a handle for one', async (signature, sent) => {
  const api = mockApi()
  const route = 'POST /api/v1/artworks/{id}/publications'
  api.on(route, () => Response.json({ id: 'p1' }))
  await publishArtworkOnce('a1', { signature, caption: ' as it is ' })
  expect(api.requestsTo(route)[0]?.body).toEqual({ signature: sent, caption: ' as it is ' })
})

// Verifies REQ-11.
it('repeats the key of a publication without a response after another one without a response', async () => {
  const api = mockApi()
  const route = 'POST /api/v1/artworks/{id}/publications'
  api.on(route, () => problem(504))
  for (const id of ['a1', 'a2', 'a1', 'a2']) await publishArtworkOnce(id, {}).catch(() => undefined)
  const keys = api.requestsTo(route).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys.slice(2)).toEqual(keys.slice(0, 2))
  expect(new Set(keys).size).toBe(2)
})
