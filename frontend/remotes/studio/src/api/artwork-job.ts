import { type CreateJobBody, cancelJob, createJob, type JobArtwork } from '@mcwick/api-calls'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'

/** The last job that this page created; other tabs of the browser may wait for one that it resumed. */
let createdId: string | undefined

/** Cancels a job of this page in the background, when its result is not wanted any more. A finished one stays as it is. */
export function abandonJob(id: string | undefined) {
  if (id && id === createdId) cancelJob(id).catch(() => undefined)
}

/** The job that draws an artwork: a meme or a profile picture. */
export const artworkJob: JobDefinition<CreateJobBody, JobArtwork> = {
  endpoints: jobEndpoints,
  spanName: (input) => (input.pfp ? 'make a profile picture' : 'make a meme'),
  challengePurpose: 'picture',
  create: async (input, send) => {
    const job = await send(input.pfp ? 'pfp' : 'artwork', input, createJob)
    createdId = job.id
    return job
  },
  getResult: (job) => job.artwork,
}
