// Reads docs/conformance.md, the table of what is specified, and the tests that verify it.
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const productFolders = [
  'console',
  'frontend/console',
  'frontend/shell',
  'frontend/remotes',
  'frontend/packages',
  'gateway',
  'mascot',
  'mcwickctl',
  'platform',
  'services',
]
const testFolders = [...productFolders, 'frontend/e2e', 'frontend/scripts', 'charts', 'deploy', 'tools']
const settings = ['deploy/local/internal/stack/site.json']
const source = /\.(?:ts|tsx|json|go)$/
const notProduct = /\/dist\/|\/gen\/|testdata|testing\.tsx$|packages\/testing\/|\.test\.|_test\.go$|\.pb\./
const test = /_test\.go$|\.(?:test|spec)\.(?:ts|tsx|mjs)$/

const tag = /^\s*\/\/ Verifies ([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\.$/
const declaration = /^(?:func (?:Test|Fuzz)\w*\(|\s*(?:it|test)(?:\.each)?[(<`])/
const skip = /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo|fixme|skipIf|runIf|fails)\b|\b[tbf]\.Skip/

/** Reads all sources of the product, without tests, into one string; template parameters become {name}. */
export function readProduct(root) {
  return [...listFiles(root, productFolders, source).filter((path) => !notProduct.test(path)), ...settings]
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    .join('\n')
    .replaceAll('${', '{')
}

/** Returns the rows of all tables in a Markdown text. */
export function rowsOf(markdown) {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Id |') && !line.startsWith('| ---'))
    .map((line) => {
      const [id = '', statement = '', section = ''] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim())
      return { id, statement, section }
    })
}

/** Returns the texts that the section "Not applicable" quotes. */
export function unreachableTexts(markdown) {
  const [, section = ''] = markdown.split(/^## Not applicable$/m)
  return [...section.matchAll(/`([^`]+)`/g)].map(([, text]) => text)
}

/** Returns the tags of all test files below root, see tagsOf. */
export function readTags(root) {
  return listFiles(root, testFolders, test).flatMap((path) => tagsOf(path, readFileSync(`${root}/${path}`, 'utf8')))
}

/** Returns the tags in a test file: comments such as "// Verifies NAV-1, NAV-4." above a test, and why one does not count. */
export function tagsOf(path, text) {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const [, ids] = line.match(tag) ?? []
    if (!ids) return []
    const next = lines.slice(index + 1).find((other) => !/^\s*\/\//.test(other)) ?? ''
    let problem
    if (!declaration.test(next)) problem = 'stands above no test'
    else if (skip.test(text)) problem = 'stands in a file that skips a test'
    return ids.split(', ').map((id) => ({ id, place: `${path}:${index + 1}`, problem }))
  })
}

/** Returns the problems of a row: a text that the product lacks, no section, no test. */
export function problemsOf({ id, statement, section }, product, tags) {
  const texts = [...statement.matchAll(/`([^`]+)`/g)].map(([, text]) => text.replaceAll('{product}', '{name}'))
  const problems = texts.filter((text) => !product.includes(text)).map((text) => `the product lacks: ${text}`)
  if (!section) problems.push('names no section')
  if (!tags.some((other) => other.id === id)) problems.push('no test verifies it')
  return problems.map((problem) => `${id}: ${problem}`)
}

/** Returns the mismatches between rows and tags: a duplicate or unknown id, a tag that does not count. */
export function mismatchesOf(rows, tags) {
  const ids = rows.map((row) => row.id)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: two rows have this id`),
    ...tags.filter(({ id }) => !ids.includes(id)).map(({ id, place }) => `${place}: no row has the id ${id}`),
    ...tags.filter(({ problem }) => problem).map(({ id, place, problem }) => `${place}: ${id} ${problem}`),
  ]
}

/** Returns the files below folders whose path matches, relative to root. */
function listFiles(root, folders, pattern) {
  return folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`))
      .filter((path) => pattern.test(path) && !path.includes('node_modules/')),
  )
}
