import { ApiError } from '@mcwick/api-client'
import { useFailure } from '@mcwick/ui'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newQueries } from './queries'

const answer = vi.fn<() => Promise<string>>()
const refuse = (status: number) =>
  answer.mockImplementation(async () => Promise.reject(new ApiError(status, 'X', '', '')))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Shown() {
  const query = useQuery({ queryKey: ['it'], queryFn: answer })
  const failure = useFailure(query)
  return query.data ?? (failure ? 'dark' : 'waiting')
}

async function open() {
  const { container } = render(
    <QueryClientProvider client={newQueries()}>
      <Shown />
    </QueryClientProvider>,
  )
  await pass(0)
  return () => container.textContent
}

describe('a query that fails', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    answer.mockReset()
  })

  it('is asked for again while that may help, and its failure stays until there is an answer', async () => {
    refuse(503)
    const shown = await open()
    await pass(3001)
    expect(answer).toHaveBeenCalledTimes(3)
    for (let second = 0; second < 30; second++) {
      expect(shown()).toBe('dark')
      await pass(1000)
    }
    expect(answer.mock.calls.length).toBeGreaterThan(6)
    answer.mockResolvedValue('bright')
    await pass(20_000)
    expect(shown()).toBe('bright')
  })

  // Verifies HOME-9.
  it('is told of after ten seconds without an answer, and goes on behind it', async () => {
    answer.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 9000))
      throw new ApiError(503, 'X', '', '')
    })
    const shown = await open()
    await pass(9900)
    expect(shown()).toBe('waiting')
    await pass(200)
    expect(shown()).toBe('dark')
    answer.mockResolvedValue('bright')
    await pass(20_000)
    expect(shown()).toBe('bright')
  })

  it('is not repeated at once after a timeout', async () => {
    answer.mockImplementation(async () => Promise.reject(new ApiError(0, 'TIMED_OUT', '', '')))
    const shown = await open()
    expect(shown()).toBe('dark')
    await pass(9000)
    expect(answer).toHaveBeenCalledOnce()
    await pass(2000)
    expect(answer.mock.calls.length).toBeGreaterThan(1)
  })

  it('is left alone when nothing will change', async () => {
    refuse(404)
    const shown = await open()
    expect(shown()).toBe('dark')
    await pass(60_000)
    expect(answer).toHaveBeenCalledOnce()
  })
})
