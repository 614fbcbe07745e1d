import { renderPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SoonPage } from './soon-page'

it.each([
  ['/verse', 'WaxTestverse'],
  ['/picks', 'McTrenches'],
] as const)('shows the placeholder text of %s', (path, title) => {
  renderPage(<SoonPage path={path} />)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(/still being furnished/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/ai')
})
