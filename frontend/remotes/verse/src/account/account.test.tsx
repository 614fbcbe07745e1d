import { storeUser, useStoredUser } from '@mcwick/session'
import { renderPage } from '@mcwick/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { mockIdentityService } from '../testing'
import Account from './account'

const publicKey = 'ab'.repeat(32)
const disconnect = () => userEvent.click(screen.getByRole('button', { name: 'Disconnect', hidden: true }))

function open(path: string) {
  const service = mockIdentityService({ knownKeys: [publicKey] })
  localStorage.setItem('mcwick.user', JSON.stringify({ xHandle: '@wick', publicKey }))
  renderPage(<AccountArea />, { location: { path, search: new URLSearchParams() } })
  return {
    service,
    corner: screen.getByRole('button', { name: 'Your corner, @wick' }).getAttribute('aria-current'),
    profile: screen.getByRole('link', { name: 'View Profile', hidden: true }).getAttribute('aria-current'),
  }
}

/** The account area as the shell renders it. */
function AccountArea() {
  return useStoredUser() ? (
    <Account place="bar" />
  ) : (
    <a href="/verse" className="bar-key">
      Your key
    </a>
  )
}

describe('Account', () => {
  // Verifies NAV-3.
  it('is marked as the current page at /verse', () => {
    expect(open('/verse')).toMatchObject({ corner: 'page', profile: 'page' })
  })

  it('is not marked as the current page elsewhere', () => {
    expect(open('/wall')).toMatchObject({ corner: null, profile: null })
  })

  it.each([
    ['/wall', true],
    ['/verse', false], // whose page focuses its own heading
  ])('after Disconnect at %s the link in its place has the focus: %s', async (path, isFocused) => {
    open(path)
    await disconnect()
    expect(document.activeElement === screen.getByRole('link', { name: 'Your key' })).toBe(isFocused)
  })

  it('ends the session once the server is there again, but never that of a later login', async () => {
    const { service } = open('/wall')
    const ends = () => service.requests.filter(({ route }) => route === 'DELETE /api/v1/sessions/current').length
    service.broken = true
    await disconnect()
    expect(localStorage.getItem('mcwick.user')).toBeNull()
    await waitFor(() => expect(ends()).toBe(1))
    service.broken = false
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(ends()).toBe(2))
    dispatchEvent(new Event('online'))

    act(() => storeUser({ xHandle: '@wick', publicKey }))
    service.broken = true
    await disconnect()
    await waitFor(() => expect(ends()).toBe(3))
    act(() => storeUser({ xHandle: '@other', publicKey: 'cd'.repeat(32) }))
    service.broken = false
    dispatchEvent(new Event('online'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(ends()).toBe(3)
  })
})
