import type { JobArtwork } from '@mcwick/api-calls'
import { renderPage, testSite } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Made } from './made'
import { texts } from './texts'

it.each([
  ['the demo provider', '', true],
  ['the composer', 'composer', false],
])('on a demo platform a picture by %s has one maker', (_, source, demo) => {
  renderPage(<Made artwork={{ source } as JobArtwork} />, { config: { ...testSite, flags: { demoPictures: true } } })
  expect(screen.queryByText(texts.demo) !== null).toBe(demo)
  expect(screen.queryByText(texts.madeBy.composer) !== null).toBe(!demo)
})
