import { renderPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SoonPage } from './soon-page'

it.each([
  ['/verse', 'WaxTestverse', /melting your key.*the WaxTestverse opens soon/],
  ['/picks', 'McTrenches', /still being furnished/],
] as const)('shows the placeholder text of %s', (path, title, line) => {
  renderPage(<SoonPage path={path} />)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(line)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/ai')
})
