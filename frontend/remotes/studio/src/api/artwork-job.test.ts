import { submitJob } from '@mcwick/jobs/testing'
import { mockApi, problem } from '@mcwick/testing'
import { expect, it } from 'vitest'
import { artworkJob } from './artwork-job'

const meme = { action: 'surfing', scene: 'at sea', style: 'Anime' }
const pfp = { background: 'pastel-blue', flame: 'golden', base: 'diamond', expression: 'laser-eyes', seed: 1 }

// Verifies REQ-11.
it('repeats the key of a meme without a response after a profile picture without one', async () => {
  const api = mockApi()
  api.on('POST /api/v1/jobs', () => problem(504))
  for (const body of [{ meme }, { pfp }, { meme }, { pfp }])
    await submitJob(artworkJob, body, { signal: new AbortController().signal, onChange: () => undefined }).catch(
      () => 0,
    )
  const keys = api.requestsTo('POST /api/v1/jobs').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys.slice(2)).toEqual(keys.slice(0, 2))
  expect(new Set(keys).size).toBe(2)
})
