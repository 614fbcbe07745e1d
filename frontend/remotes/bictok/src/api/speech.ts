import { createJob, getSpeech, type JobSpeech, type Speech, type SpeechInput } from '@mcwick/api-calls'
import { ApiError, newIntent as createIdempotentSender } from '@mcwick/api-client'
import { type JobDefinition, jobEndpoints } from '@mcwick/jobs'
import { queryOptions, skipToken } from '@tanstack/react-query'

const createOnce = createIdempotentSender()

/** A script, told aloud. */
export const speechOrder: JobDefinition<SpeechInput, JobSpeech> = {
  endpoints: jobEndpoints,
  spanName: () => 'tell a script aloud',
  create: (speech, request) => createOnce({ speech }, (body, headers) => createJob(body, headers, request)),
  resultOf: (job) => job.speech,
}

/** The speech that a job resulted in. It never changes. */
export const speechQuery = (result: JobSpeech | undefined) =>
  queryOptions({
    queryKey: ['speeches', result?.id],
    queryFn: result ? ({ signal }) => loadSpeech(result, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether the speech is not kept any more. */
export function isForgotten(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'SPEECH_NOT_FOUND'
}

/** Asks for the speech; programs of the last release do not know it, and leave the same in the job. */
async function loadSpeech(result: JobSpeech, signal: AbortSignal): Promise<Speech> {
  try {
    return await getSpeech(result.id, { signal })
  } catch (error) {
    if (signal.aborted || isForgotten(error as Error) || !result.objectName) throw error
    return { ...result, generator: '' }
  }
}
