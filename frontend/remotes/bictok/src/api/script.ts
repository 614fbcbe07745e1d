import { createJob, type JobScript, type ScriptInput } from '@mcwick/api-calls'
import { newIntent } from '@mcwick/api-client'
import { jobs, type Order } from '@mcwick/jobs'

const createOnce = newIntent()

/** The script of a short video. */
export const scriptOrder: Order<ScriptInput, JobScript> = {
  line: jobs,
  action: () => 'write a script',
  create: (script, request) => createOnce({ script }, (body, headers) => createJob(body, headers, request)),
  resultOf: (job) => job.script,
}
