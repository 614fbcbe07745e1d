import { ApiError } from '@mcwick/api-client'
import { renderPage } from '@mcwick/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorPanel } from './error-panel'

const renderPanel = (status: number, reason?: string, code = 'CODE') => {
  const error = new ApiError(status, code, 'Easy, broh.', 'trace')
  renderPage(
    <ErrorPanel error={error} reason={reason}>
      The gallery does not answer right now.
    </ErrorPanel>,
  )
  return screen.getByRole('alert').textContent
}

it('shows the detail of a rate limit error', () => {
  expect(renderPanel(429)).toContain('Easy, broh.')
})

it('shows no broken picture where the mascot does not load', () => {
  renderPanel(503)
  const mascot = screen.getByRole('alert').querySelector('img') as HTMLImageElement
  expect(mascot.hidden).toBe(false)
  fireEvent.error(mascot)
  expect(mascot.hidden).toBe(true)
})

// Verifies MOD-18.
it.each(['BLOCKED', 'LOCKDOWN'])('shows the detail of %s', (code) => {
  expect(renderPanel(403, undefined, code)).toContain('Easy, broh.')
})

// Verifies GAL-18.
it('is a status line without a mascot for role status', () => {
  renderPage(
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

it('hides the detail of other errors', () => {
  expect(renderPanel(503)).not.toContain('Easy, broh.')
})

it('prefers the reason of the page to the detail', () => {
  const text = renderPanel(429, 'Come back in a minute.')
  expect(text).toContain('Come back in a minute.')
  expect(text).not.toContain('Easy, broh.')
})
