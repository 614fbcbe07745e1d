import { type CreateJobBody, createJob, type JobArtwork } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender } from '@mcwick/api-client'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'

const createOnce = createIdempotentSender()

/** A picture, of a meme or of a profile. */
export const picture: JobDefinition<CreateJobBody, JobArtwork> = {
  endpoints: jobEndpoints,
  spanName: (wish) => (wish.pfp ? 'make a profile picture' : 'make a meme'),
  create: (wish, request) => createOnce(wish, (body, headers) => createJob(body, headers, request)),
  resultOf: (job) => job.artwork,
}
