import { renderPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { identityService } from '../testing'
import Account from './account'

const publicKey = 'ab'.repeat(32)

function open(path: string) {
  identityService({ known: [publicKey] })
  localStorage.setItem('mcwick.user', JSON.stringify({ xHandle: '@wick', publicKey }))
  renderPage(<Account place="bar" />, { location: { path, search: new URLSearchParams() } })
  return {
    corner: screen.getByRole('button', { name: 'Your corner, @wick' }).getAttribute('aria-current'),
    profile: screen.getByRole('link', { name: 'View Profile', hidden: true }).getAttribute('aria-current'),
  }
}

describe('the corner of whoever is logged in', () => {
  // Verifies NAV-3.
  it('is the active item of the bar at /verse', () => {
    expect(open('/verse')).toEqual({ corner: 'page', profile: 'page' })
  })

  it('is not elsewhere', () => {
    expect(open('/wall')).toEqual({ corner: null, profile: null })
  })
})
