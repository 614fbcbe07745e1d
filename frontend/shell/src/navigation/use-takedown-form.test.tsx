import { TestShell, testSite } from '@mcwick/testing'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Footer } from './footer'

const loadRemote = () => new Promise(() => undefined)
vi.mock('@module-federation/runtime', () => ({ getInstance: () => ({ loadRemote }) }))

// Verifies HOME-19.
it('says that the takedown form is being loaded', () => {
  const config = { ...testSite, remotes: [{ name: 'wall', entry: '/remoteEntry.js', path: '/wall' }] }
  render(
    <TestShell shell={{ config }}>
      <Footer />
    </TestShell>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Take something down' }))
  expect(screen.getByRole('status').textContent).toBe('Fetching the form')
})
