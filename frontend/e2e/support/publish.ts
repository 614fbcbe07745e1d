import { type APIRequestContext, expect } from '@playwright/test'

/** Makes a picture with the demo provider and publishes it. */
export async function publish(
  request: APIRequestContext,
  caption: string,
): Promise<{ id: string; objectName: string }> {
  await request.get('/api/v1/sessions/current')
  const once = () => ({ 'idempotency-key': crypto.randomUUID() })
  const meme = { action: 'reading the rules', scene: 'in a library of wax', style: 'Anime' }
  const { id } = await (await request.post('/api/v1/jobs', { headers: once(), data: { meme } })).json()
  let artwork = ''
  await expect
    .poll(
      async () => {
        const job = await (await request.get(`/api/v1/jobs/${id}`)).json()
        artwork = job.artwork?.id
        return job.state
      },
      { timeout: 60_000 },
    )
    .toBe('JOB_STATE_SUCCEEDED')
  const answer = await request.post(`/api/v1/artworks/${artwork}/publications`, {
    headers: once(),
    data: { caption, overlays: [] },
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}
