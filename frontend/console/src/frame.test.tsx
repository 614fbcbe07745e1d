import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { operatorKey } from './api/query-client'
import { Frame } from './frame'
import { renderPage } from './testing'

function signOut(response: Response) {
  const fetch = vi.fn(async () => response)
  vi.stubGlobal('fetch', fetch)
  const { queries } = renderPage(<Frame>A page</Frame>, {})
  queries.setQueryData(operatorKey, { name: 'ada' })
  queries.setQueryData(['cases'], ['what a visitor wrote'])
  return { fetch, queries, press: () => userEvent.click(screen.getByRole('button', { name: 'Sign out' })) }
}

it('forgets at the end of a session what was read in it', async () => {
  const { fetch, queries, press } = signOut(new Response(null, { status: 204 }))
  await press()
  await waitFor(() => expect(queries.getQueryData(operatorKey)).toBeNull())
  expect(queries.getQueryData(['cases'])).toBeUndefined()
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/session', expect.objectContaining({ method: 'DELETE' }))
})

it('says that the session goes on when the server refuses to end it', async () => {
  const { queries, press } = signOut(Response.json({ message: 'Try again in a moment.' }, { status: 503 }))
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('You are still signed in.')
  expect(screen.getByRole('alert').textContent).toContain('Try again in a moment.')
  expect(queries.getQueryData(operatorKey)).toEqual({ name: 'ada' })
  expect(queries.getQueryData(['cases'])).toBeDefined()
})
