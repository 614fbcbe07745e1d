// The brand's name is a setting: no source of the page contains the default one, however rarely its text shows.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = `${import.meta.dirname}/..`

/** Where the name is not the brand's: the name in the logo drawing, and that of the software in files. */
const allowed = ['packages/ui/src/components/wordmark.tsx', 'remotes/studio/src/export/embed-xmp.ts']

/** Names of headers, which the contract has. */
const headers = /McWick-\w+/g
const isSource = (path) =>
  !/\/gen\/|\.test\.|\/testing|node_modules/.test(path) && !path.startsWith('packages/testing/')

// Verifies HOME-15.
it('the name of the default brand is in no source', () => {
  const sources = globSync(['shell/src/**/*.{ts,tsx}', 'remotes/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter(isSource)
  expect(sources.length).toBeGreaterThan(150)
  const named = sources.filter((path) => textOf(path).includes('McWick'))
  expect(named.sort()).toEqual(allowed)
})

function textOf(path) {
  return readFileSync(`${root}/${path}`, 'utf8').replace(headers, '')
}
