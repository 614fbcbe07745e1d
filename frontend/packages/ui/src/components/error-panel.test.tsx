import { ApiError } from '@mcwick/api-client'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage } from '../testing'
import { ErrorPanel } from './error-panel'

const said = (status: number, reason?: string) => {
  const error = new ApiError(status, 'CODE', 'Easy, broh.', 'trace')
  openPage(
    <ErrorPanel error={error} reason={reason}>
      The gallery does not answer right now.
    </ErrorPanel>,
  )
  return screen.getByRole('alert').textContent
}

it('tells whoever asked too often that they did', () => {
  expect(said(429)).toContain('Easy, broh.')
})

it('leaves the reason to the page for anything else', () => {
  expect(said(503)).not.toContain('Easy, broh.')
})

it('says the reason that a page gives', () => {
  const text = said(429, 'Come back in a minute.')
  expect(text).toContain('Come back in a minute.')
  expect(text).not.toContain('Easy, broh.')
})
