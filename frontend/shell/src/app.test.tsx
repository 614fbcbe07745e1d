import { testSite } from '@mcwick/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { App } from './app'

vi.mock('./pages/lore/lore-page', () => {
  throw new Error('no such chunk')
})

it('keeps the frame when the code of a page fails to load', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  history.replaceState(null, '', '/lore')
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App config={testSite} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('This part of the house stays dark.')
  expect(screen.getByRole('contentinfo')).toBeTruthy()
  act(() => history.pushState(null, '', '/nowhere'))
  expect(await screen.findByRole('heading', { name: 'Lights out' })).toBeTruthy()
})
