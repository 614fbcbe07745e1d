// Compares docs/conformance.md with the repository.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mismatchesOf, problemsOf, readProduct, readTags, rowsOf, tagsOf, unreachableTexts } from './conformance.mjs'

const root = `${import.meta.dirname}/../..`

describe('the conformance table', () => {
  it('has a test for each row, and every text that it quotes is in the product', () => {
    const rows = rowsOf(readFileSync(`${root}/docs/conformance.md`, 'utf8'))
    const product = readProduct(root)
    const tags = readTags(root)
    expect(rows.length).toBeGreaterThan(300)
    expect(rows.flatMap((row) => problemsOf(row, product, tags))).toEqual([])
    expect(mismatchesOf(rows, tags)).toEqual([])
  })

  it('quotes as not applicable only what the product does not have', () => {
    const texts = unreachableTexts(readFileSync(`${root}/docs/conformance.md`, 'utf8'))
    expect(texts.length).toBeGreaterThan(8)
    const product = readProduct(root)
    expect(texts.filter((text) => product.includes(text))).toEqual([])
  })

  it.each([
    ['| A-1 | Says `GM` | 1 |', []],
    ['| A-2 | Says `GM` | 1 |', ['A-2: no test verifies it']],
    ['| A-1 | Says `GN` | 1 |', ['A-1: the product lacks: GN']],
    ['| A-1 | Says `GM` |  |', ['A-1: names no section']],
  ])('reports an invalid row: %s', (line, problems) => {
    const [row] = rowsOf(`| Id | Statement | Section |\n| --- | --- | --- |\n${line}`)
    expect(problemsOf(row, 'GM, broh', [{ id: 'A-1', place: 'a_test.go:1' }])).toEqual(problems)
  })

  it.each([
    ['func TestA(t *testing.T) {', undefined],
    ["  it('sees', () => {", undefined],
    ["it.each([1])('sees %s', () => {", undefined],
    ['// TestA sees.\nfunc TestA(t *testing.T) {', undefined],
    ['func helper(t *testing.T) {', 'stands above no test'],
    ["it.skip('sees', () => {", 'stands above no test'],
    ["describe('all', () => {", 'stands above no test'],
    ['func TestA(t *testing.T) {\n\tt.Skip("later")', 'stands in a file that skips a test'],
    ["it('sees', () => {})\ndescribe.skip('all', () => {})", 'stands in a file that skips a test'],
  ])('counts only tests that run: %s', (code, problem) => {
    // The tag is put together here, or this file would claim to verify a row.
    const text = `${'// Verifies'} A-1, B-12.\n${code}`
    expect(tagsOf('a_test.go', text)).toEqual([
      { id: 'A-1', place: 'a_test.go:1', problem },
      { id: 'B-12', place: 'a_test.go:1', problem },
    ])
  })

  it('reports duplicate and unknown ids', () => {
    const rows = [{ id: 'A-1' }, { id: 'A-1' }]
    expect(mismatchesOf(rows, [{ id: 'A-9', place: 'a_test.go:1' }])).toEqual([
      'A-1: two rows have this id',
      'a_test.go:1: no row has the id A-9',
    ])
  })
})
