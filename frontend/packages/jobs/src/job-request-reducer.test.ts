import type { Job } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { describe, expect, it } from 'vitest'
import { JobCanceledError, JobFailedError } from './job-definition'
import { type JobRequestEvent, type JobRequestState, jobIdToStore, reduceJobRequest } from './job-request-reducer'

type RequestState = JobRequestState<string, string, Job>
type RequestEvent = JobRequestEvent<string, string, Job>

const job = (id: string) => ({ id, state: 'JOB_STATE_RUNNING' }) as Job
const failure = new JobFailedError('PROVIDER_TIMEOUT', 'Request timed out', 'trace')
const pending = { body: 'a candle' }

describe('reduceJobRequest', () => {
  const states: Record<string, RequestState> = {
    idle: {},
    'idle after a job': { job: job('j1') },
    requested: { pending },
    running: { pending, job: job('j1') },
    succeeded: { job: job('j1'), result: 'a picture' },
    failed: { job: job('j1'), error: failure },
  }
  const events: Record<string, RequestEvent> = {
    started: { type: 'started', body: 'another' },
    resumed: { type: 'resumed', jobId: 'j3' },
    changed: { type: 'changed', job: job('j2') },
    succeeded: { type: 'succeeded', result: 'another picture' },
    failed: { type: 'failed', error: failure },
    cancelled: { type: 'failed', error: new JobCanceledError() },
    reset: { type: 'reset' },
  }
  const unchanged = 'unchanged'
  const started: RequestState = { pending: { body: 'another' } }
  const resumed: RequestState = { pending: { jobId: 'j3' } }
  const known: RequestState = { job: job('j1') }

  it.each<[string, string, RequestState | typeof unchanged]>([
    ['idle', 'started', started],
    ['idle', 'resumed', resumed],
    ['idle', 'changed', unchanged],
    ['idle', 'succeeded', unchanged],
    ['idle', 'failed', unchanged],
    ['idle', 'cancelled', unchanged],
    ['idle', 'reset', {}],
    ['idle after a job', 'started', started],
    ['idle after a job', 'resumed', resumed],
    ['idle after a job', 'changed', unchanged],
    ['idle after a job', 'succeeded', unchanged],
    ['idle after a job', 'failed', unchanged],
    ['idle after a job', 'cancelled', unchanged],
    ['idle after a job', 'reset', known],
    ['requested', 'started', started],
    ['requested', 'resumed', resumed],
    ['requested', 'changed', { pending, job: job('j2') }],
    ['requested', 'succeeded', { result: 'another picture' }],
    ['requested', 'failed', { error: failure }],
    ['requested', 'cancelled', {}],
    ['requested', 'reset', {}],
    ['running', 'started', started],
    ['running', 'resumed', resumed],
    ['running', 'changed', { pending, job: job('j2') }],
    ['running', 'succeeded', { ...known, result: 'another picture' }],
    ['running', 'failed', { ...known, error: failure }],
    ['running', 'cancelled', known],
    ['running', 'reset', known],
    ['succeeded', 'started', started],
    ['succeeded', 'resumed', resumed],
    ['succeeded', 'changed', unchanged],
    ['succeeded', 'succeeded', unchanged],
    ['succeeded', 'failed', unchanged],
    ['succeeded', 'cancelled', unchanged],
    ['succeeded', 'reset', known],
    ['failed', 'started', started],
    ['failed', 'resumed', resumed],
    ['failed', 'changed', unchanged],
    ['failed', 'succeeded', unchanged],
    ['failed', 'failed', unchanged],
    ['failed', 'cancelled', unchanged],
    ['failed', 'reset', known],
  ])('%s, %s', (from, name, expected) => {
    const state = states[from] as RequestState
    const next = reduceJobRequest(state, events[name] as RequestEvent)
    if (expected === unchanged) expect(next).toBe(state)
    else expect(next).toEqual(expected)
  })

  it('starts a new request for the same body', () => {
    const { pending } = reduceJobRequest<string, string, Job>({}, { type: 'started', body: 'x' })
    expect(reduceJobRequest<string, string, Job>({ pending }, { type: 'started', body: 'x' }).pending).not.toBe(pending)
  })
})

describe('jobIdToStore', () => {
  const refused = (status: number) => new ApiError(status, 'CODE', '', 'trace')

  it.each<[string, RequestEvent, { id?: string } | undefined]>([
    ['a request', { type: 'started', body: 'x' }, undefined],
    ['a resumed request', { type: 'resumed', jobId: 'j1' }, undefined],
    ['a change', { type: 'changed', job: job('j2') }, { id: 'j2' }],
    ['a result', { type: 'succeeded', result: 'x' }, undefined],
    ['a failure of the job', { type: 'failed', error: failure }, {}],
    ['a cancel', { type: 'failed', error: new JobCanceledError() }, {}],
    ['a job that is not found', { type: 'failed', error: refused(404) }, {}],
    ['a rate limit', { type: 'failed', error: refused(429) }, undefined],
    ['no response', { type: 'failed', error: refused(0) }, undefined],
    ['a reset', { type: 'reset' }, {}],
  ])('after %s', (_, event, expected) => {
    expect(jobIdToStore(event)).toEqual(expected)
  })
})
