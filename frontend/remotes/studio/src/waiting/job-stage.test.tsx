import type { Job } from '@mcwick/api-calls'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { texts } from '../form/texts'
import { JobStage } from './job-stage'

const waiting = (position: number, estimateSeconds: number): Job => ({
  id: 'j',
  kind: 'JOB_KIND_MEME',
  state: 'JOB_STATE_QUEUED',
  version: 1,
  position,
  estimateSeconds,
})

describe('JobStage', () => {
  beforeEach(() => vi.useFakeTimers())

  it('shows queue position and cancel button after three seconds', () => {
    const onCancel = vi.fn()
    render(
      <JobStage
        generating
        messages={texts.waitingMessages}
        job={waiting(3, 10)}
        isSolving={false}
        onCancel={onCancel}
      />,
    )
    act(() => vi.advanceTimersByTime(2900))
    expect(screen.getByRole('status').textContent).toBe('The candle is drawing. ')
    expect(screen.queryByText(/in line/)).toBeNull()
    act(() => vi.advanceTimersByTime(200))
    expect(screen.getByRole('status').textContent).toBe('The candle is drawing. Number 3 in line. About 10 s to go.')
    screen.getByRole('button', { name: 'Cancel' }).click()
    expect(onCancel).toHaveBeenCalledOnce()
  })

  // Verifies CHAL-1.
  it('shows at once that a challenge is being solved', () => {
    const onCancel = vi.fn()
    render(
      <JobStage generating messages={texts.waitingMessages} job={undefined} isSolving={true} onCancel={onCancel} />,
    )
    expect(screen.getByRole('status').textContent).toBe(
      'The candle is drawing. Counting wax drips so the bots stay outside...',
    )
  })
})
