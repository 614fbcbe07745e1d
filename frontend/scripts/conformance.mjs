// Reads docs/conformance.md, the table of what is specified and of the tests that hold it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Where the product's own texts and figures stand. */
const folders = ['frontend/shell', 'frontend/remotes', 'frontend/packages', 'gateway', 'mascot', 'platform', 'services']
const settings = ['deploy/local/internal/stack/site.json']
const source = /\.(?:ts|tsx|json|go)$/
const notProduct = /node_modules|\/dist\/|\/gen\/|testdata|testing\.tsx$|packages\/testing\/|\.test\.|_test\.go$|\.pb\./

/** All texts of the product in one string, tests left out; what a template takes stands in it as {name}. */
export function product(root) {
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .filter((path) => source.test(path) && !notProduct.test(path)),
  )
  return [...files, ...settings.map((path) => `${root}/${path}`)]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .replaceAll('${', '{')
}

/** The rows of all tables in a Markdown text. */
export function rowsOf(markdown) {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement') && !line.startsWith('| ---'))
    .map((line) => {
      const [statement = '', section = '', tests = ''] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim())
      return { statement, section, tests: tests.split('<br>').filter(Boolean) }
    })
}

/** What is wrong with a row: a text that the product lacks, no section, no test or one that is not there. */
export function problemsOf({ statement, section, tests }, root, sources) {
  const texts = [...statement.matchAll(/`([^`]+)`/g)].map(([, text]) => text.replaceAll('{product}', '{name}'))
  const problems = texts.filter((text) => !sources.includes(text)).map((text) => `the product lacks: ${text}`)
  if (!section) problems.push('names no section')
  if (tests.length === 0) problems.push('is held by no test')
  problems.push(...tests.filter((test) => !isThere(test, root)).map((test) => `no such test: ${test}`))
  return problems.map((problem) => `${statement}: ${problem}`)
}

/** Whether a test such as "`folder/file` › name" is in its file. */
function isThere(test, root) {
  const [, path, name] = test.match(/^`([^`]+)` › (.+)$/) ?? []
  if (!name || !existsSync(`${root}/${path}`)) return false
  const text = readFileSync(`${root}/${path}`, 'utf8')
    .replace(/\(\s+/g, '(')
    .replace(/\.(skip|todo|fixme)\(/g, '.$1 (') // a test that does not run holds nothing
  if (!path.endsWith('.go')) return ["'", '"', '`'].some((quote) => text.includes(`(${quote}${name}${quote},`))
  const [func, part] = name.split(/\/(.*)/)
  return text.includes(`func ${func}(t *testing.T)`) && (!part || text.includes(`"${part}"`))
}
