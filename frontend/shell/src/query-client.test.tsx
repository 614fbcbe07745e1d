import { ApiError } from '@mcwick/api-client'
import { useFailure } from '@mcwick/ui'
import { MutationObserver, onlineManager, QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newQueryClient } from './query-client'

const fetchText = vi.fn<() => Promise<string>>()
const failWith = (status: number) =>
  fetchText.mockImplementation(async () => Promise.reject(new ApiError(status, 'X', '', '')))
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function QueryView() {
  const query = useQuery({ queryKey: ['it'], queryFn: fetchText })
  const failure = useFailure(query)
  return query.data ?? (failure ? 'failed' : 'waiting')
}

async function open() {
  const { container } = render(
    <QueryClientProvider client={newQueryClient()}>
      <QueryView />
    </QueryClientProvider>,
  )
  await advance(0)
  return () => container.textContent
}

describe('newQueryClient', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    fetchText.mockReset()
  })

  it('refetches after retryable errors, and keeps the failure until there is data', async () => {
    failWith(503)
    const content = await open()
    await advance(3001)
    expect(fetchText).toHaveBeenCalledTimes(3)
    for (let second = 0; second < 30; second++) {
      expect(content()).toBe('failed')
      await advance(1000)
    }
    expect(fetchText.mock.calls.length).toBeGreaterThan(6)
    fetchText.mockResolvedValue('loaded')
    await advance(20_000)
    expect(content()).toBe('loaded')
  })

  // Verifies HOME-9.
  it('reports a slow query after ten seconds, and retries in the background', async () => {
    fetchText.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 9000))
      throw new ApiError(503, 'X', '', '')
    })
    const content = await open()
    await advance(9900)
    expect(content()).toBe('waiting')
    await advance(200)
    expect(content()).toBe('failed')
    fetchText.mockResolvedValue('loaded')
    await advance(20_000)
    expect(content()).toBe('loaded')
  })

  it('does not retry at once after a timeout', async () => {
    fetchText.mockImplementation(async () => Promise.reject(new ApiError(0, 'TIMED_OUT', '', '')))
    const content = await open()
    expect(content()).toBe('failed')
    await advance(9000)
    expect(fetchText).toHaveBeenCalledOnce()
    await advance(2000)
    expect(fetchText.mock.calls.length).toBeGreaterThan(1)
  })

  it('shows that a query fails offline, and refetches it once online', async () => {
    onlineManager.setOnline(false)
    failWith(0)
    const content = await open()
    await advance(3001)
    expect(content()).toBe('failed')
    fetchText.mockResolvedValue('loaded')
    onlineManager.setOnline(true)
    await advance(0)
    expect(content()).toBe('loaded')
  })

  it('sends what is changed offline at once, so that it fails with an error', async () => {
    onlineManager.setOnline(false)
    failWith(0)
    const failure = new MutationObserver(newQueryClient(), { mutationFn: fetchText }).mutate().catch((error) => error)
    await advance(0)
    onlineManager.setOnline(true)
    expect(fetchText).toHaveBeenCalledOnce()
    expect(await failure).toBeInstanceOf(ApiError)
  })

  // Verifies VERSE-35.
  it.each([
    ['PROOF_REQUIRED', 2],
    ['HANDLE_TAKEN', 1],
  ])('has the session renewed after PROOF_REQUIRED alone: %s', async (code, reads) => {
    const client = newQueryClient()
    fetchText.mockResolvedValue('session')
    new QueryObserver(client, { queryKey: ['session', 'ab'], queryFn: fetchText }).subscribe(() => {})
    await advance(0)
    const mutationFn = async () => Promise.reject(new ApiError(403, code, '', ''))
    await new MutationObserver(client, { mutationFn }).mutate().catch(() => undefined)
    await advance(0)
    expect(fetchText).toHaveBeenCalledTimes(reads)
  })

  it('does not refetch after an error that is not retryable', async () => {
    failWith(404)
    const content = await open()
    expect(content()).toBe('failed')
    await advance(60_000)
    expect(fetchText).toHaveBeenCalledOnce()
  })
})
