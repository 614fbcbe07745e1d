import { createJob, type JobScript, type ScriptInput } from '@mcwick/api-calls'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'

/** The job that writes the script of a short video. */
export const scriptJob: JobDefinition<ScriptInput, JobScript> = {
  endpoints: jobEndpoints,
  spanName: () => 'write a script',
  challengePurpose: 'script',
  create: (script, send) => send('script', { script }, createJob),
  getResult: (job) => job.script,
}
