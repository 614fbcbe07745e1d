import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MadeBy } from './made-by'

const words = { ai: 'Made with AI', composer: 'Not by AI' }

// Verifies AI-6.
it.each([
  ['ai', words.ai],
  ['composer', words.composer],
  ['', words.ai], // older than the source field
  [undefined, words.ai], // stored by a tab, or sent by a server, of the last release
  ['something new', words.ai],
])('labels source %s as %s', (source, expected) => {
  render(<MadeBy source={source} words={words} />)
  expect(screen.getByText(expected)).toBeTruthy()
})
