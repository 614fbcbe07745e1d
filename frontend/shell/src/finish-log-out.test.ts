import { isLeaving, setLeaving } from '@mcwick/session'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { finishLogOut } from './finish-log-out'

describe('finishLogOut', () => {
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  // Verifies VERSE-26.
  it('ends the session that a closed page left, once the server answers', async () => {
    const methods: (string | undefined)[] = []
    let isAway = true
    vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
      methods.push(method)
      return isAway ? new Response('', { status: 503 }) : Response.json({})
    })
    vi.spyOn(console, 'warn').mockReturnValue()
    setLeaving(true)
    const finished = finishLogOut()
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled())
    expect(isLeaving()).toBe(true)
    isAway = false
    await vi.waitFor(() => {
      dispatchEvent(new Event('online'))
      expect(isLeaving()).toBe(false)
    })
    await finished
    expect(isLeaving()).toBe(false)
    expect(methods.filter((method) => method === 'DELETE')).toHaveLength(2)
  })
})
