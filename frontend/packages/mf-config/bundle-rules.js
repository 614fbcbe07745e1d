// Checks what each part ships against bundles.json: a disallowed package, such as a second React, fails the build.
import { readFileSync } from 'node:fs'

export const bundles = JSON.parse(readFileSync(`${import.meta.dirname}/bundles.json`, 'utf8'))

/** Returns a module as `package/path`; undefined for a part's own sources and for virtual modules. */
export function moduleOf(id) {
  const path = id.split('?', 1)[0]
  const [, installed] = path.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.*)/) ?? []
  if (installed) return /^__mf__|^\./.test(installed) ? undefined : installed
  const [, own] = path.match(/\/frontend\/packages\/(.*)/) ?? []
  return own && `@mcwick/${own}`
}

const packageOf = (module) => module.match(/^(@[^/]+\/)?[^/]+/)[0]

/** Whether a list contains a module's package, or a prefix of its path that ends with *. */
const isListed = (module, list) =>
  list.some((entry) => (entry.endsWith('*') ? module.startsWith(entry.slice(0, -1)) : packageOf(module) === entry))

/** Returns the packages that a part may not ship, each with the file that contains it. */
export function disallowedPackages(name, bundle) {
  const disallowed = new Map()
  for (const { type, fileName, modules } of Object.values(bundle)) {
    if (type !== 'chunk') continue
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const module = renderedLength > 0 ? moduleOf(id) : undefined
      if (module && !isListed(module, bundles[name].packages)) disallowed.set(packageOf(module), fileName)
    }
  }
  return [...disallowed].map(([found, fileName]) => `${found} in ${fileName}`)
}

/** Whether a chunk is loaded on demand. */
export function isOnDemand(name, { facadeModuleId }) {
  return (bundles[name].onDemand ?? []).some((entry) => facadeModuleId?.includes(`/${entry}`))
}

export function bundleRules(name) {
  return {
    name: 'mcwick:bundle-rules',
    apply: 'build',
    generateBundle(_, bundle) {
      const disallowed = disallowedPackages(name, bundle)
      if (disallowed.length > 0) this.error(`${name} may not ship ${disallowed.join(', ')}: see mf-config/bundles.json`)
    },
  }
}
