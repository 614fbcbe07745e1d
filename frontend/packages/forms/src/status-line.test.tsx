import { ApiError } from '@mcwick/api-client'
import { openPage } from '@mcwick/ui/testing'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { StatusLine } from './status-line'

it('is said quietly, with a way to try again and the trace behind a lid', () => {
  const retry = vi.fn()
  openPage(
    <StatusLine error={new ApiError(503, 'UNAVAILABLE', 'Later.', 'a1b2')} onRetry={retry}>
      The wall is dark.
    </StatusLine>,
  )
  expect(screen.getByRole('status').textContent).toBe('The wall is dark.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('a1b2').closest('details')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('tells whoever asked too often so', () => {
  openPage(<StatusLine error={new ApiError(429, 'RATE_LIMITED', 'Come back in 40 s.', 'a1b2')}>Dark.</StatusLine>)
  expect(screen.getByRole('status').textContent).toBe('Dark.Come back in 40 s.')
  expect(screen.queryByRole('button')).toBeNull()
})
