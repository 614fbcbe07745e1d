import type { Job } from '@mcwick/api-calls'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { texts } from '../form/texts'
import { Stage } from './stage'

const waiting = (position: number, estimateSeconds: number): Job => ({
  id: 'j',
  kind: 'JOB_KIND_MEME',
  state: 'JOB_STATE_QUEUED',
  version: 1,
  position,
  estimateSeconds,
})

describe('Stage', () => {
  beforeEach(() => vi.useFakeTimers())

  it('tells nothing of the queue in the first three seconds, then the place and a way out', () => {
    const onCancel = vi.fn()
    render(<Stage generating patter={texts.patter} job={waiting(3, 10)} onCancel={onCancel} />)
    act(() => vi.advanceTimersByTime(2900))
    expect(screen.getByRole('status').textContent).toBe('The candle is drawing. ')
    expect(screen.queryByText(/in line/)).toBeNull()
    act(() => vi.advanceTimersByTime(200))
    expect(screen.getByRole('status').textContent).toBe('The candle is drawing. Number 3 in line. About 10 s to go.')
    screen.getByRole('button', { name: 'Cancel' }).click()
    expect(onCancel).toHaveBeenCalledOnce()
  })
})
