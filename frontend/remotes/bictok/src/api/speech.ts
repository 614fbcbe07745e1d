import { createJob, getSpeech, type JobSpeech, type SpeechInput } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'
import { queryOptions, skipToken } from '@tanstack/react-query'

/** The job that generates the speech of a script. */
export const speechJob: JobDefinition<SpeechInput, JobSpeech> = {
  endpoints: jobEndpoints,
  spanName: () => 'generate a speech',
  challengePurpose: 'speech',
  create: (speech, send) => send('speech', { speech }, createJob),
  getResult: (job) => job.speech,
}

/** The query of the speech of a finished job. It never changes, but its addresses are good for some minutes. */
export const speechQuery = (result: JobSpeech | undefined) =>
  queryOptions({
    queryKey: ['speeches', result?.id],
    queryFn: result ? ({ signal }) => getSpeech(result.id, { signal }) : skipToken,
    staleTime: 60_000,
  })

/** Whether an error says that the speech is not stored any more. */
export function isSpeechNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'SPEECH_NOT_FOUND'
}
