import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { undeclaredVariables } from './css-variables.mjs'

/** Returns the undeclared variables of a folder with these files. */
async function undeclaredIn(files) {
  const folder = await mkdtemp(join(tmpdir(), 'variables-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return undeclaredVariables(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const theme = { 'packages/ui/src/theme.css': '@theme {\n  --color-raised: #33221a;\n}\n' }

it('finds an undeclared variable, with its line', async () => {
  const files = {
    ...theme,
    'remotes/verse/src/verse.css': 'a {\n  color: red;\n  background: var(--color-surface-raised);\n}',
  }
  expect(await undeclaredIn(files)).toEqual(['remotes/verse/src/verse.css:3 --color-surface-raised'])
})

it('accepts declarations of packages, of the same part, and of an element', async () => {
  expect(
    await undeclaredIn({
      ...theme,
      'shell/src/a.css': 'a { --edge: 1px; color: var(--color-raised); border: var( --edge) solid }',
      'remotes/gallery/src/card.tsx': "export const style = { '--tilt': '2deg' }",
      'remotes/gallery/src/card.css': 'a { rotate: var(--tilt, 0deg) }',
    }),
  ).toEqual([])
})

it('ignores declarations of other parts, tests and generated code', async () => {
  expect(
    await undeclaredIn({
      'shell/src/a.css': 'a { --edge: 1px }',
      'remotes/wall/src/card.test.tsx': "const style = { '--edge': '2px' }",
      'remotes/wall/src/gen/a.css': 'a { --edge: 1px }',
      'remotes/wall/src/card.css': 'a { width: var(--edge) }',
    }),
  ).toEqual(['remotes/wall/src/card.css:1 --edge'])
})
