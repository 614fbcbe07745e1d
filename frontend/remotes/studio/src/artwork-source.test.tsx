import type { JobArtwork } from '@mcwick/api-calls'
import { renderPage, testSite } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ArtworkSource } from './artwork-source'
import { texts } from './texts'

it.each([
  ['the demo provider', '', true],
  ['the composer', 'composer', false],
])('shows one source label for an artwork by %s on a demo platform', (_, source, demo) => {
  renderPage(<ArtworkSource artwork={{ source } as JobArtwork} />, {
    config: { ...testSite, flags: { demoPictures: true } },
  })
  expect(screen.queryByText(texts.demo) !== null).toBe(demo)
  expect(screen.queryByText(texts.madeBy.composer) !== null).toBe(!demo)
})
