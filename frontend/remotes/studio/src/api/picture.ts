import { type CreateJobBody, createJob, type JobArtwork } from '@mcwick/api-calls'
import { newIntent } from '@mcwick/api-client'
import { jobs, type Order } from '@mcwick/jobs'

const createOnce = newIntent()

/** A picture, of a meme or of a profile. */
export const picture: Order<CreateJobBody, JobArtwork> = {
  line: jobs,
  action: (wish) => (wish.pfp ? 'make a profile picture' : 'make a meme'),
  create: (wish, request) => createOnce(wish, (body, headers) => createJob(body, headers, request)),
  resultOf: (job) => job.artwork,
}
