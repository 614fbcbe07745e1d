import { type CreateJobBody, createJob, type JobArtwork } from '@mcwick/api-calls'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'

/** The job that draws an artwork: a meme or a profile picture. */
export const artworkJob: JobDefinition<CreateJobBody, JobArtwork> = {
  endpoints: jobEndpoints,
  spanName: (input) => (input.pfp ? 'make a profile picture' : 'make a meme'),
  challengePurpose: 'picture',
  create: (input, send) => send(input.pfp ? 'pfp' : 'artwork', input, createJob),
  getResult: (job) => job.artwork,
}
