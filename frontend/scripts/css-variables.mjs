// Finds CSS variables that are used but not declared: browsers silently drop the whole declaration.
import { readdirSync, readFileSync } from 'node:fs'

const source = /\.(?:css|tsx?)$/
const notSource = /node_modules|\/dist|\/gen\/|\.test\./
const use = /var\(\s*(--[\w-]+)/g
const declaration = /(--[\w-]+)['"]?\s*:/g // of a rule, or of an element's style in a component

/**
 * The undeclared variables of a folder of files, each with its place. Packages declare for all, other parts for
 * themselves.
 */
export function undeclaredVariables(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1))
    .filter((path) => source.test(path) && !notSource.test(`/${path}`))
    .map((path) => ({ path, part: partOf(path), text: readFileSync(`${root}/${path}`, 'utf8') }))
  const declared = new Map()
  for (const { part, text } of files)
    for (const [, name] of text.matchAll(declaration)) declared.set(name, (declared.get(name) ?? new Set()).add(part))
  return files.flatMap(({ path, part, text }) =>
    [...text.matchAll(use)]
      .filter(([, name]) => !['packages', part].some((place) => declared.get(name)?.has(place)))
      .map(({ index, 1: name }) => `${path}:${text.slice(0, index).split('\n').length} ${name}`),
  )
}

/** packages, shell, or a remote. */
function partOf(path) {
  const [folder, name] = path.split('/')
  return folder === 'remotes' ? `${folder}/${name}` : folder
}
