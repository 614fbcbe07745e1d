import { type APIRequestContext, expect } from '@playwright/test'

/** Generates an artwork with the demo provider and publishes it. */
export async function publish(
  request: APIRequestContext,
  caption: string,
): Promise<{ id: string; objectName: string }> {
  await request.get('/api/v1/sessions/current')
  const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })
  const meme = { action: 'reading the rules', scene: 'in a library of wax', style: 'Anime' }
  const { id } = await (await request.post('/api/v1/jobs', { headers: newKey(), data: { meme } })).json()
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
  const response = await request.post(`/api/v1/artworks/${artwork}/publications`, {
    headers: newKey(),
    data: { caption, overlays: [] },
  })
  expect(response.status()).toBe(201)
  return response.json()
}
