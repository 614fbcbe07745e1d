import { ApiError } from '@mcwick/api-client'
import { openPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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

// Verifies GAL-18.
it('is one quiet line where it takes nothing from the page', () => {
  openPage(
    <ErrorPanel role="status" error={new ApiError(503, 'CODE', 'Later.', 'a1b2')} onRetry={() => undefined}>
      The wall is dark.
    </ErrorPanel>,
  )
  const line = screen.getByRole('status')
  expect(line.textContent).toContain('The wall is dark.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(line.querySelector('img')).toBeNull()
  expect(screen.getByText('a1b2').closest('details')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('leaves the reason to the page for anything else', () => {
  expect(said(503)).not.toContain('Easy, broh.')
})

it('says the reason that a page gives', () => {
  const text = said(429, 'Come back in a minute.')
  expect(text).toContain('Come back in a minute.')
  expect(text).not.toContain('Easy, broh.')
})
