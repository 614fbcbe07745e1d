import { isLeaving, setLeaving } from '@mcwick/session'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { finishLogOut } from './finish-log-out'

describe('finishLogOut', () => {
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  // Verifies VERSE-26.
  it('ends the session that a closed page left, however often it takes', async () => {
    const methods: (string | undefined)[] = []
    let isAway = true
    vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
      methods.push(method)
      return isAway ? new Response('', { status: 503 }) : Response.json({})
    })
    vi.spyOn(console, 'warn').mockReturnValue()
    setLeaving(true)
    await finishLogOut()
    expect(isLeaving()).toBe(true)
    isAway = false
    await finishLogOut()
    expect(isLeaving()).toBe(false)
    expect(methods.filter((method) => method === 'DELETE')).toHaveLength(2)
  })
})
