import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Route } from 'wouter'
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

// Verifies MOD-122.
it('names the window after the page, and focuses the page that another one was left for', async () => {
  renderPage(<Frame>A page</Frame>, {})
  expect(document.title).toBe('Queue · Console')
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('link', { name: 'Sanctions' }))
  expect(document.title).toBe('Sanctions · Console')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  cleanup()
  expect(document.title).toBe('Console')
})

it('leaves the focus to a page that takes it itself', async () => {
  renderPage(
    <Frame>
      <Route path="/sanctions">
        <input aria-label="Why" ref={(field) => field?.focus()} />
      </Route>
    </Frame>,
    {},
  )
  await userEvent.click(screen.getByRole('link', { name: 'Sanctions' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Why'))
})

// Verifies MOD-122.
it.each([
  ['/cases/picture/1', 'Case · Console'],
  ['/nowhere', 'Console'],
])('names the window of %s: %s', (path, title) => {
  renderPage(<Frame>A page</Frame>, {}, { path })
  expect(document.title).toBe(title)
})
