// Runs the linter over disallowed imports, in a copy of its configuration and of the package manifests.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = `${import.meta.dirname}/..`
const copy = mkdtempSync(`${tmpdir()}/boundaries-`)
afterAll(() => rmSync(copy, { recursive: true }))

const restricted = 'lint/style/noRestrictedImports'
const undeclared = 'lint/correctness/noUndeclaredDependencies'
const cycle = 'lint/suspicious/noImportCycles'

/** The file, the package that it imports, and the rules that this breaks. */
const planted = [
  ['remotes/gallery/src/remote.ts', '@mcwick/wall', [restricted, undeclared]],
  ['remotes/gallery/src/inside.ts', '../../wall/src/side', [restricted]],
  ['remotes/gallery/src/unlisted.ts', 'wouter', [undeclared]],
  ['remotes/gallery/src/tests-only.ts', '@mcwick/testing', [undeclared]],
  ['remotes/gallery/src/allowed.ts', '@mcwick/ui', []],
  ['shell/src/remote.ts', '@mcwick/gallery', [restricted, undeclared]],
  ['packages/api-client/src/up.ts', '@mcwick/api-calls', [restricted, undeclared]],
  ['packages/session/src/up.ts', '@mcwick/ui', [restricted, undeclared]],
  ['packages/shell-contract/src/up.ts', '@mcwick/ui', [restricted, undeclared]],
  ['packages/ui/src/up.ts', '@mcwick/forms', [restricted, undeclared]],
  ['packages/ui/src/app.ts', '@mcwick/gallery', [restricted, undeclared]],
  ['packages/forms/src/beside.ts', '../../jobs/src/format-duration', [restricted]],
  ['packages/challenge/src/up.ts', '@mcwick/jobs', [restricted, undeclared]],
  ['packages/jobs/src/here.ts', './there', [cycle]],
  ['packages/jobs/src/there.ts', './here', [cycle]],
]

function lint() {
  for (const path of [
    'biome.json',
    ...globSync('{packages,remotes}/*/package.json', { cwd: root }),
    'shell/package.json',
  ])
    cpSync(`${root}/${path}`, `${copy}/${path}`)
  for (const [path, specifier] of planted) {
    mkdirSync(dirname(`${copy}/${path}`), { recursive: true })
    writeFileSync(`${copy}/${path}`, `export * as planted from '${specifier}'\n`)
  }
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(`${root}/node_modules/.bin/biome`, args, { cwd: copy, encoding: 'utf8' })
  return JSON.parse(stdout).diagnostics
}

describe('import boundaries', () => {
  const diagnostics = lint()
  it.each(planted)('%s that imports %s breaks %o', (path, _, rules) => {
    const broken = diagnostics.filter(({ location }) => location.path === path).map(({ category }) => category)
    expect(broken.sort()).toEqual(rules.toSorted())
  })
})
