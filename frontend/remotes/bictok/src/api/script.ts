import { createJob, type JobScript, type ScriptInput } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender } from '@mcwick/api-client'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'

const createOnce = createIdempotentSender()

/** The job that writes the script of a short video. */
export const scriptJob: JobDefinition<ScriptInput, JobScript> = {
  endpoints: jobEndpoints,
  spanName: () => 'write a script',
  create: (script, request) => createOnce({ script }, (body, headers) => createJob(body, headers, request)),
  getResult: (job) => job.script,
}
