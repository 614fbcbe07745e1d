import { renderPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mockIdentityService } from '../testing'
import Account from './account'

const publicKey = 'ab'.repeat(32)

function open(path: string) {
  mockIdentityService({ knownKeys: [publicKey] })
  localStorage.setItem('mcwick.user', JSON.stringify({ xHandle: '@wick', publicKey }))
  renderPage(<Account place="bar" />, { location: { path, search: new URLSearchParams() } })
  return {
    corner: screen.getByRole('button', { name: 'Your corner, @wick' }).getAttribute('aria-current'),
    profile: screen.getByRole('link', { name: 'View Profile', hidden: true }).getAttribute('aria-current'),
  }
}

describe('Account', () => {
  // Verifies NAV-3.
  it('is marked as the current page at /verse', () => {
    expect(open('/verse')).toEqual({ corner: 'page', profile: 'page' })
  })

  it('is not marked as the current page elsewhere', () => {
    expect(open('/wall')).toEqual({ corner: null, profile: null })
  })
})
