import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** schema.org's vocabulary as it publishes it, and what its types, properties and values have to do with one another. */

const schema = 'http://schema.org/'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** The objects of each subject, by predicate; texts are left out. */
const facts = new Map<string, Record<string, string[]>>()
const file = createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq')
for (const [, subject = '', predicate = '', object = ''] of readFileSync(file, 'utf8').matchAll(
  /^<([^>]+)> <([^>]+)> <([^>]+)>/gm,
)) {
  const known = facts.get(subject) ?? {}
  facts.set(subject, { ...known, [predicate]: [...(known[predicate] ?? []), object] })
}
const objects = (subject: string, predicate: string) => facts.get(subject)?.[predicate] ?? []
const isProperty = (name: string) => objects(name, `${rdf}type`).includes(`${rdf}Property`)

/** Returns a type with all that it is a kind of. */
const supertypes = (type: string): string[] => [type, ...objects(type, `${rdfs}subClassOf`).flatMap(supertypes)]

/** The context: a name that is no type or property of the vocabulary means nothing in it. */
export const context = Object.fromEntries(
  [...facts.keys()].filter((name) => name.startsWith(schema)).map((name) => [name.slice(schema.length), name]),
)

/** The vocabulary in the form of schema.org's file for JSON-LD, as far as a validator reads it. */
export const vocabulary = {
  '@graph': [...facts.keys()].map((name) => ({
    '@id': name,
    '@type': isProperty(name) ? 'rdf:Property' : 'rdfs:Class',
    'rdfs:subClassOf': objects(name, `${rdfs}subClassOf`).map((id) => ({ '@id': id })),
    'schema:domainIncludes': objects(name, `${schema}domainIncludes`).map((id) => ({ '@id': id })),
  })),
}

type Value = { '@value'?: unknown; '@type'?: string[] | string }

/** Returns the values of an expanded node, and of the nodes in it, that the vocabulary does not allow where they are. */
export function misplacedValues(node: object): string[] {
  return Object.entries(node as Record<string, Value[]>)
    .filter(([property]) => !property.startsWith('@'))
    .flatMap(([property, values]) =>
      values.flatMap((value) => [
        ...(isAllowed(value, objects(property, `${schema}rangeIncludes`))
          ? []
          : [`${property}: ${JSON.stringify(value)}`]),
        ...misplacedValues(value),
      ]),
    )
}

function isAllowed(value: Value, ranges: string[]): boolean {
  const text = value['@value']
  const types =
    text === undefined ? [value['@type'] ?? []].flat() : objects(String(text).replace('https:', 'http:'), `${rdf}type`)
  if (types.flatMap(supertypes).some((type) => ranges.includes(type))) return true
  if (typeof text !== 'string') return false
  return (
    ranges.includes(`${schema}Text`) ||
    (ranges.includes(`${schema}URL`) && URL.canParse(text)) ||
    (ranges.some((range) => /\/Date(Time)?$/.test(range)) && !Number.isNaN(Date.parse(text)))
  )
}
