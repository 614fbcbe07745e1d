import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, test as prepare } from '@playwright/test'
import { mcwickctl } from './support/operators'
import { prepareCases } from './support/prepared-cases'

const site = process.env.MCWICK_URL ?? 'http://localhost:8080'

/** Sends a request as a visitor. */
async function send(visitor: APIRequestContext, path: string, data: object) {
  const response = await visitor.post(path, { data, headers: { 'idempotency-key': randomUUID() } })
  expect(response.ok(), await response.text()).toBe(true)
}

prepare('what the screenshots of the console show', async ({ playwright }) => {
  const [decided = ''] = await prepareCases(playwright, site, 4)
  await mcwickctl('case', 'hide', 'picture', decided, '--reason', 'spam', '--note', 'prepared for a screenshot')
  const visitor = await playwright.request.newContext({ baseURL: site })
  await visitor.get('/api/v1/sessions/current')
  for (const [wall, xHandle] of [
    ['WALL_FLAME', 'lit_for_life'],
    ['WALL_SHAME', 'snuffed_it'],
  ])
    await send(visitor, '/api/v1/wall/nominations', { wall, xHandle, reason: 'Left the window open in a storm.' })
  await send(visitor, '/api/v1/takedowns', {
    place: 'The picture of me with the lighthouse',
    reason: 'I never agreed to that.',
    xHandle: 'keeper',
  })
  await visitor.dispose()
  const { nominations } = await mcwickctl('wall', 'queue', '--wall', 'shame')
  for (const { id, approvedBy = [] } of nominations) if (approvedBy.length === 0) await mcwickctl('wall', 'approve', id)
  await mcwickctl('block', 'range', '203.0.113.0/24', '--for', '2h', '--reason', 'a screenshot')
})
