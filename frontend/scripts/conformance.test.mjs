// Holds docs/conformance.md to the repository.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { problemsOf, product, rowsOf } from './conformance.mjs'

const root = `${import.meta.dirname}/../..`
const here = '`frontend/scripts/conformance.test.mjs`'

describe('the table of conformance', () => {
  it('names tests that are there, and texts that the product has', () => {
    const rows = rowsOf(readFileSync(`${root}/docs/conformance.md`, 'utf8'))
    const sources = product(root)
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.flatMap((row) => problemsOf(row, root, sources))).toEqual([])
  })

  it.each([
    [`| Says \`GM\` | 1 | ${here} › sees what is wrong with a row: %s |`, undefined],
    ['| Says `GM` | 1 |  |', 'is held by no test'],
    [`| Says \`GN\` | 1 | ${here} › sees what is wrong with a row: %s |`, 'the product lacks: GN'],
    [`| Says \`GM\` |  | ${here} › sees what is wrong with a row: %s |`, 'names no section'],
    [`| Says \`GM\` | 1 | ${here} › sees |`, `no such test: ${here} › sees`],
    ['| Says `GM` | 1 | `frontend/gone.test.ts` › sees |', 'no such test: `frontend/gone.test.ts` › sees'],
    ['| Says `GM` | 1 | `gateway/pages_test.go` › TestPages |', undefined],
    ['| Says `GM` | 1 | `gateway/pages_test.go` › TestGone |', 'no such test: `gateway/pages_test.go` › TestGone'],
  ])('sees what is wrong with a row: %s', (line, problem) => {
    const [row] = rowsOf(`| Statement | Section | Tests |\n| --- | --- | --- |\n${line}`)
    expect(problemsOf(row, root, 'GM, broh')).toEqual(
      problem ? [`Says \`${line.match(/`(G.)`/)[1]}\`: ${problem}`] : [],
    )
  })
})
