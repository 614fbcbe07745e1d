import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MadeBy } from './made-by'

const words = { ai: 'Made with AI', composer: 'Not by AI' }

// Verifies AI-6.
it.each([
  ['ai', words.ai],
  ['composer', words.composer],
  ['', words.ai], // from before the marks
  [undefined, words.ai], // kept by a tab, or sent by a server, of the previous release
  ['something new', words.ai],
])('says of the source %s: %s', (source, said) => {
  render(<MadeBy source={source} words={words} />)
  expect(screen.getByText(said)).toBeTruthy()
})
