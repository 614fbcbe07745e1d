import { createJob, type JobScript, type ScriptInput } from '@mcwick/api-calls'
import { createIdempotentSender } from '@mcwick/forms'
import { type JobDefinition, jobEndpoints, sendWithSolution } from '@mcwick/jobs'

const createOnce = createIdempotentSender('script')

/** The job that writes the script of a short video. */
export const scriptJob: JobDefinition<ScriptInput, JobScript> = {
  endpoints: jobEndpoints,
  spanName: () => 'write a script',
  challengePurpose: 'script',
  create: (script, request) =>
    createOnce({ script }, (body, headers) =>
      sendWithSolution('script', request, (request) => createJob(body, headers, request)),
    ),
  getResult: (job) => job.script,
}
