import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { storeUser, useStoredUser } from './stored-user'

const user = { xHandle: '@wick', publicKey: 'a'.repeat(64) }

function Name() {
  return <p>{useStoredUser()?.xHandle ?? 'nobody'}</p>
}

describe('useStoredUser', () => {
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })

  it('follows this tab', () => {
    render(<Name />)
    expect(screen.getByText('nobody')).toBeTruthy()
    act(() => storeUser(user))
    expect(screen.getByText('@wick')).toBeTruthy()
    act(() => storeUser(null))
    expect(screen.getByText('nobody')).toBeTruthy()
  })

  it('follows other tabs', () => {
    render(<Name />)
    localStorage.setItem('mcwick.user', JSON.stringify(user))
    act(() => dispatchEvent(new StorageEvent('storage', { key: 'mcwick.user' })))
    expect(screen.getByText('@wick')).toBeTruthy()
  })

  // Verifies VERSE-12.
  it('keeps the two public values and nothing else', () => {
    storeUser({ ...user, privateKey: 'b'.repeat(64) } as typeof user)
    expect(localStorage.getItem('mcwick.user')).toBe(JSON.stringify(user))
  })

  it.each([
    '{',
    'null',
    '{"xHandle":"@wick"}',
    `{"xHandle":1,"publicKey":"${'a'.repeat(64)}"}`,
    '{"xHandle":"@w","publicKey":"A"}',
  ])('takes %s for nobody', (text) => {
    localStorage.setItem('mcwick.user', text)
    render(<Name />)
    expect(screen.getByText('nobody')).toBeTruthy()
  })
})
