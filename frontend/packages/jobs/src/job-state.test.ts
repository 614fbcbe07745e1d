import type { Job } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { describe, expect, it } from 'vitest'
import { type JobEvent, type JobState, jobToKeep, transition } from './job-state'
import { Cancelled, JobFailed } from './order'

type State = JobState<string, string, Job>
type Event = JobEvent<string, string, Job>

const job = (id: string) => ({ id, state: 'JOB_STATE_RUNNING' }) as Job
const failure = new JobFailed('PROVIDER_TIMEOUT', 'Request timed out', 'trace')
const pending = { body: 'a candle' }

describe('transition', () => {
  const states: Record<string, State> = {
    idle: {},
    'idle after a job': { work: job('j1') },
    asked: { pending },
    'under way': { pending, work: job('j1') },
    succeeded: { work: job('j1'), result: 'a picture' },
    failed: { work: job('j1'), error: failure },
  }
  const events: Record<string, Event> = {
    started: { type: 'started', body: 'another' },
    resumed: { type: 'resumed', jobId: 'j3' },
    changed: { type: 'changed', work: job('j2') },
    succeeded: { type: 'succeeded', result: 'another picture' },
    failed: { type: 'failed', error: failure },
    cancelled: { type: 'failed', error: new Cancelled() },
    reset: { type: 'reset' },
  }
  const unchanged = 'unchanged'
  const started: State = { pending: { body: 'another' } }
  const resumed: State = { pending: { jobId: 'j3' } }
  const known: State = { work: job('j1') }

  it.each<[string, string, State | typeof unchanged]>([
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
    ['asked', 'started', started],
    ['asked', 'resumed', resumed],
    ['asked', 'changed', { pending, work: job('j2') }],
    ['asked', 'succeeded', { result: 'another picture' }],
    ['asked', 'failed', { error: failure }],
    ['asked', 'cancelled', {}],
    ['asked', 'reset', {}],
    ['under way', 'started', started],
    ['under way', 'resumed', resumed],
    ['under way', 'changed', { pending, work: job('j2') }],
    ['under way', 'succeeded', { ...known, result: 'another picture' }],
    ['under way', 'failed', { ...known, error: failure }],
    ['under way', 'cancelled', known],
    ['under way', 'reset', known],
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
    const state = states[from] as State
    const next = transition(state, events[name] as Event)
    if (expected === unchanged) expect(next).toBe(state)
    else expect(next).toEqual(expected)
  })

  it('waits for the same body anew when it is asked for again', () => {
    const { pending } = transition<string, string, Job>({}, { type: 'started', body: 'x' })
    expect(transition<string, string, Job>({ pending }, { type: 'started', body: 'x' }).pending).not.toBe(pending)
  })
})

describe('jobToKeep', () => {
  const refused = (status: number) => new ApiError(status, 'CODE', '', 'trace')

  it.each<[string, Event, { id?: string } | undefined]>([
    ['a request', { type: 'started', body: 'x' }, undefined],
    ['going on', { type: 'resumed', jobId: 'j1' }, undefined],
    ['news', { type: 'changed', work: job('j2') }, { id: 'j2' }],
    ['a result', { type: 'succeeded', result: 'x' }, undefined],
    ['a failure of the job', { type: 'failed', error: failure }, {}],
    ['a cancel', { type: 'failed', error: new Cancelled() }, {}],
    ['a job that is gone', { type: 'failed', error: refused(404) }, {}],
    ['a refusal', { type: 'failed', error: refused(429) }, undefined],
    ['no answer', { type: 'failed', error: refused(0) }, undefined],
    ['a reset', { type: 'reset' }, {}],
  ])('after %s', (_, event, expected) => {
    expect(jobToKeep(event)).toEqual(expected)
  })
})
