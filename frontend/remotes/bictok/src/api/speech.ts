import { createJob, getSpeech, type JobSpeech, type Speech, type SpeechInput } from '@mcwick/api-calls'
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
    queryFn: result ? ({ signal }) => loadSpeech(result, signal) : skipToken,
    staleTime: 60_000,
  })

/** Whether an error says that the speech is not stored any more. */
export function isSpeechNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'SPEECH_NOT_FOUND'
}

/**
 * Loads the speech. Servers of the last release do not have it, and put the same fields into the job: its gateway does not
 * know the route, its media service not the call.
 */
async function loadSpeech(result: JobSpeech, signal: AbortSignal): Promise<Speech> {
  try {
    return await getSpeech(result.id, { signal })
  } catch (error) {
    const isUnknown = error instanceof ApiError && [404, 500].includes(error.status) && !isSpeechNotFound(error)
    if (!isUnknown || !result.objectName) throw error
    return { ...result, generator: '', address: '', captionsAddress: '' }
  }
}
