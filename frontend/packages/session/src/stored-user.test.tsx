import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeUser, useStoredUser } from './stored-user'

const user = { xHandle: '@wick', publicKey: 'a'.repeat(64) }

function Name() {
  return <p>{useStoredUser()?.xHandle ?? 'nobody'}</p>
}

describe('useStoredUser', () => {
  // Test files share a window, and a request of an earlier file may have finished since.
  beforeEach(() => localStorage.clear())
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })

  it('updates on changes in this tab', () => {
    render(<Name />)
    expect(screen.getByText('nobody')).toBeTruthy()
    act(() => storeUser(user))
    expect(screen.getByText('@wick')).toBeTruthy()
    act(() => storeUser(null))
    expect(screen.getByText('nobody')).toBeTruthy()
  })

  it('updates on changes in other tabs', () => {
    render(<Name />)
    localStorage.setItem('mcwick.user', JSON.stringify(user))
    act(() => dispatchEvent(new StorageEvent('storage', { key: 'mcwick.user' })))
    expect(screen.getByText('@wick')).toBeTruthy()
  })

  // Verifies VERSE-12.
  it('stores the handle and the public key and nothing else', () => {
    storeUser({ ...user, privateKey: 'b'.repeat(64) } as typeof user)
    expect(localStorage.getItem('mcwick.user')).toBe(JSON.stringify(user))
  })

  it.each([
    '{',
    'null',
    '{"xHandle":"@wick"}',
    `{"xHandle":1,"publicKey":"${'a'.repeat(64)}"}`,
    '{"xHandle":"@w","publicKey":"A"}',
  ])('returns null for the stored value %s', (text) => {
    localStorage.setItem('mcwick.user', text)
    render(<Name />)
    expect(screen.getByText('nobody')).toBeTruthy()
  })
})
