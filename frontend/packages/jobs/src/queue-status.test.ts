import { describe, expect, it } from 'vitest'
import type { JobStatus } from './job-endpoints'
import { formatQueueStatus } from './queue-status'

const waiting = (position: number, estimateSeconds: number): JobStatus => ({
  id: 'j',
  state: 'JOB_STATE_QUEUED',
  position,
  estimateSeconds,
})

describe('formatQueueStatus', () => {
  it.each([
    [undefined, ''],
    [waiting(0, 0), ''],
    [waiting(3, 0), 'Number 3 in line.'],
    [waiting(1, 2), 'Number 1 in line. About 5 s to go.'],
    [waiting(12, 61), 'Number 12 in line. About 65 s to go.'],
    [waiting(40, 150), 'Number 40 in line. About 3 min to go.'],
  ])('formats position and estimate of %o', (job, text) => {
    expect(formatQueueStatus(job)).toBe(text)
  })
})
