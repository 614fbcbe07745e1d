import type { Job, JobArtwork } from '@mcwick/api-calls'
import { describe, expect, it } from 'vitest'
import { JobCanceledError, type JobDefinition, JobFailedError, resumeJob } from './job-definition'
import { jobEndpoints } from './job-endpoints'
import { mockJobs } from './testing'

const artwork: JobArtwork = { id: 'a1', objectName: 'a1.png', address: '', source: 'ai', generator: 'gpt-image' }
const definition = { endpoints: jobEndpoints, getResult: ({ artwork }) => artwork } as JobDefinition<
  object,
  typeof artwork
>

/** Resumes a job whose event stream sends one state. */
function resumeMockedJob(job: Partial<Job>) {
  mockJobs([job])
  return resumeJob(definition, 'j1', { signal: new AbortController().signal, onChange: () => undefined })
}

describe('resumeJob', () => {
  it('returns the result of a succeeded job', async () => {
    expect(await resumeMockedJob({ state: 'JOB_STATE_SUCCEEDED', artwork })).toEqual(artwork)
  })

  it.each<Partial<Job>>([
    { state: 'JOB_STATE_FAILED', error: { code: 'PROVIDER_TIMEOUT', message: 'Request timed out' } },
    { state: 'JOB_STATE_SUCCEEDED' },
  ])('throws JobFailedError with code and message for a job without a result (%o)', async (job) => {
    const failure = await resumeMockedJob(job).catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(JobFailedError)
    expect(failure).toMatchObject(job.error ?? { code: '', message: '' })
  })

  it('throws JobCanceledError for a canceled job', async () => {
    await expect(resumeMockedJob({ state: 'JOB_STATE_CANCELLED' })).rejects.toBeInstanceOf(JobCanceledError)
  })
})
