// Lists declared names, comments and test titles of TypeScript and JavaScript files, for the vocabulary check:
//   git ls-files | node frontend/scripts/list-names.mjs
// Reads paths from the repository's root, other files are skipped. Writes one line for each, tab separated: path,
// line, kind (name or prose), text.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseSync } from 'vite'

const root = `${import.meta.dirname}/../..`
const source = /^(?!.*\/gen\/).*\.(?:tsx?|mjs|js)$/
const declares = {
  ClassDeclaration: 'id',
  FunctionDeclaration: 'id',
  FunctionExpression: 'id',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  TSEnumDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSMethodSignature: 'key',
  TSPropertySignature: 'key',
  TSTypeAliasDeclaration: 'id',
  VariableDeclarator: 'id',
}

/** Names, comments and test titles in a file: [{ offset, kind, text }]. */
export function namesIn(path, code) {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const names = comments.map(({ start, value }) => ({ offset: start, kind: 'prose', text: value }))
  const add = (node) => names.push({ offset: node.start, kind: 'name', text: node.name })
  visit(program, (node) => {
    const declared = node[declares[node.type]]
    for (const pattern of [declared, ...(node.params?.items ?? node.params ?? [])]) bindings(pattern, add)
    const title = titleOf(node)
    if (title) names.push({ offset: title.start, kind: 'prose', text: title.text })
  })
  return names
}

/** Calls found with each identifier that a declaration or pattern binds; { name } takes a name from elsewhere. */
function bindings(pattern, found) {
  if (!pattern) return
  if (['Identifier', 'PrivateIdentifier'].includes(pattern.type)) found(pattern)
  for (const property of pattern.properties ?? []) {
    if (!property.shorthand) bindings(property.value ?? property.argument, found)
  }
  for (const element of pattern.elements ?? []) bindings(element, found)
  bindings(pattern.left ?? pattern.argument ?? pattern.parameter, found)
}

/** The title of a call such as it('title', …), test.describe('title', …) or it.each([…])('title', …). */
function titleOf({ type, callee, arguments: [first] = [] }) {
  if (type !== 'CallExpression' || !first) return
  let test = callee
  while (test.type !== 'Identifier') test = test.object ?? test.callee ?? test.tag ?? { type: 'Identifier' }
  if (!['describe', 'it', 'test'].includes(test.name)) return
  const text = first.type === 'Literal' ? first.value : first.quasis?.map(({ value }) => value.raw).join(' ')
  return typeof text === 'string' ? { start: first.start, text } : undefined
}

/** Calls found with node and each node below it. */
function visit(node, found) {
  if (Array.isArray(node)) for (const item of node) visit(item, found)
  else if (node && typeof node.type === 'string') {
    found(node)
    for (const value of Object.values(node)) if (value && typeof value === 'object') visit(value, found)
  }
}

if (import.meta.filename === process.argv[1]) {
  for (const path of (await text(process.stdin)).split('\n').filter((line) => source.test(line))) {
    const code = readFileSync(`${root}/${path}`, 'utf8')
    for (const { offset, kind, text: named } of namesIn(path, code)) {
      const line = code.slice(0, offset).split('\n').length
      process.stdout.write(`${path}\t${line}\t${kind}\t${named.replaceAll(/\s+/g, ' ')}\n`)
    }
  }
}
