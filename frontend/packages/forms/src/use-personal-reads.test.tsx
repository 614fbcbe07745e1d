import { setLeaving, storeUser } from '@mcwick/session'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { usePersonalReads } from './use-personal-reads'

const publicKey = 'ab'.repeat(32)

afterEach(() => localStorage.clear())

// Verifies VERSE-32.
it('sends no personal reads from a log-out until the session has ended', () => {
  const { result } = renderHook(usePersonalReads)
  expect(result.current).toEqual({ account: '', enabled: true })
  act(() => storeUser({ xHandle: '@wick', publicKey }))
  act(() => setLeaving(true))
  expect(result.current).toEqual({ account: publicKey, enabled: true })
  act(() => storeUser(null))
  expect(result.current).toEqual({ account: '', enabled: false })
  act(() => setLeaving(false))
  expect(result.current).toEqual({ account: '', enabled: true })
})

it('sends them again when another tab logs in', () => {
  setLeaving(true)
  const { result } = renderHook(usePersonalReads)
  expect(result.current.enabled).toBe(false)
  localStorage.setItem('mcwick.user', JSON.stringify({ xHandle: '@wick', publicKey }))
  act(() => dispatchEvent(new StorageEvent('storage', { key: 'mcwick.user' })))
  expect(result.current).toEqual({ account: publicKey, enabled: true })
})
