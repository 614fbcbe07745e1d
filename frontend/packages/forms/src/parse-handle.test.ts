import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseHandle } from './parse-handle'

const root = `${import.meta.dirname}/../../../..`
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))

/** Cases that the services' ParseHandle reads too. */
const cases: { text: string; handle: string | null }[] = read('platform/text/texttest/handles.json')
const handles = new Map(cases.map(({ text, handle }) => [text, handle]))

describe('parseHandle', () => {
  // Verifies VERSE-23.
  it.each(cases.filter(({ text }) => text === text.trim()))('parses $text as $handle', ({ text, handle }) => {
    expect(parseHandle(text)).toBe(handle?.slice(1))
  })

  it('leaves out space around a handle, as a form does before it sends', () => {
    expect(parseHandle(' @mc_wick\n')).toBe('mc_wick')
  })
})

describe('public document', () => {
  const patterns = handlePatterns(read('gateway/openapi.json'))

  it('has a pattern for each call that takes a handle', () => {
    expect(patterns.length).toBeGreaterThanOrEqual(4)
  })

  // Verifies VERSE-23.
  it.each(patterns)('accepts with %s what the services accept', (pattern) => {
    for (const [text, handle] of handles)
      if (text) expect([text, new RegExp(pattern).test(text)]).toEqual([text, handle !== null])
  })
})

/** Returns the patterns of all fields xHandle. Some may be empty, so the empty text is not part of the comparison. */
function handlePatterns(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'xHandle' && typeof value?.pattern === 'string' ? [value.pattern] : handlePatterns(value),
  )
}
