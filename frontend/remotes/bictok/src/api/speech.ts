import { createJob, type JobSpeech, type SpeechInput } from '@mcwick/api-calls'
import { newIntent } from '@mcwick/api-client'
import { jobs, type Order } from '@mcwick/jobs'

const createOnce = newIntent()

/** A script, told aloud. */
export const speechOrder: Order<SpeechInput, JobSpeech> = {
  line: jobs,
  action: () => 'tell a script aloud',
  create: (speech, request) => createOnce({ speech }, (body, headers) => createJob(body, headers, request)),
  resultOf: (job) => job.speech,
}
