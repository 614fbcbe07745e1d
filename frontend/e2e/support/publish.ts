import type { Overlay } from '@mcwick/api-calls'
import { type APIRequestContext, expect, type Locator } from '@playwright/test'

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Creates a job of jobs or videos, and returns it when it has succeeded. */
async function runJob(request: APIRequestContext, path: string, data: object, timeout: number) {
  const created = await (await request.post(path, { headers: newKey(), data })).json()
  let job = created
  const state = async () => {
    job = await (await request.get(`${path}/${created.id}`)).json()
    return job.state ?? 'unknown'
  }
  await expect.poll(state, { timeout }).toMatch(/_STATE_SUCCEEDED$/)
  return job
}

/** Waits until the gallery knows the picture whose page is at a path. */
export const expectPublic = (request: APIRequestContext, path: string) =>
  expect.poll(async () => (await request.get(`/api/v1/images/${path.split('/').pop()}`)).status()).toBe(200)

/** Reloads the page of an element until it is there, which may be a second or two after its event. */
export const expectAfterReload = (shown: Locator) =>
  expect(async () => {
    await shown.page().reload()
    await expect(shown).toBeVisible({ timeout: 15_000 })
  }).toPass()

/** Generates an artwork with the demo provider and publishes it, with a signature if one is given. */
export async function publish(
  request: APIRequestContext,
  caption: string,
  signature = '',
  overlays: Overlay[] = [],
): Promise<{ id: string; objectName: string }> {
  await request.get('/api/v1/sessions/current')
  const meme = { action: 'reading the rules', scene: 'in a library of wax', style: 'Anime' }
  const { artwork } = await runJob(request, '/api/v1/jobs', { meme }, 60_000)
  const response = await request.post(`/api/v1/artworks/${artwork.id}/publications`, {
    headers: newKey(),
    data: { caption, signature, overlays },
  })
  expect(response.status()).toBe(201)
  return response.json()
}

/** Publishes an artwork, and returns when the list of memes has it: until then, a page of the list only announces it. */
export async function publishToList(request: APIRequestContext, caption: string): Promise<{ id: string }> {
  const published = await publish(request, caption)
  const ids = async () => {
    const { images } = await (await request.get('/api/v1/images?type=meme')).json()
    return (images ?? []).map(({ id }: { id: string }) => id)
  }
  await expect.poll(ids).toContain(published.id)
  return published
}

/** Makes a video of a script with the demo provider and shares it. */
export async function shareVideo(
  request: APIRequestContext,
  script: string,
): Promise<{ id: string; objectName: string }> {
  await request.get('/api/v1/sessions/current')
  const { speech } = await runJob(request, '/api/v1/jobs', { speech: { text: script } }, 100_000)
  const video = { speechId: speech.id, category: 'subway', pfp: 'pfp1' }
  const { id } = await runJob(request, '/api/v1/videos', video, 240_000)
  const response = await request.post(`/api/v1/videos/${id}/share`)
  expect(response.status()).toBe(200)
  return response.json()
}
