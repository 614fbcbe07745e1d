import { type CreateJobBody, createJob, type JobArtwork } from '@mcwick/api-calls'
import { createIdempotentSender } from '@mcwick/forms'
import { type JobDefinition, jobEndpoints, sendWithSolution } from '@mcwick/jobs'

const createOnce = createIdempotentSender('artwork')

/** The job that draws an artwork: a meme or a profile picture. */
export const artworkJob: JobDefinition<CreateJobBody, JobArtwork> = {
  endpoints: jobEndpoints,
  spanName: (input) => (input.pfp ? 'make a profile picture' : 'make a meme'),
  challengePurpose: 'picture',
  create: (input, request) =>
    createOnce(input, (body, headers) =>
      sendWithSolution('picture', request, (request) => createJob(body, headers, request)),
    ),
  getResult: (job) => job.artwork,
}
