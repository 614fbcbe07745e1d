import { createJob, type JobSpeech, type SpeechInput } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender } from '@mcwick/api-client'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'

const createOnce = createIdempotentSender()

/** A script, told aloud. */
export const speechOrder: JobDefinition<SpeechInput, JobSpeech> = {
  endpoints: jobEndpoints,
  spanName: () => 'tell a script aloud',
  create: (speech, request) => createOnce({ speech }, (body, headers) => createJob(body, headers, request)),
  resultOf: (job) => job.speech,
}
