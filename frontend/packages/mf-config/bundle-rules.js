// What each part may ship, by bundles.json: an import too many, such as a second React, fails the build.
import { readFileSync } from 'node:fs'

export const bundles = JSON.parse(readFileSync(`${import.meta.dirname}/bundles.json`, 'utf8'))

/** A module as `package/path`; undefined for a part's own sources and for what the build makes up. */
export function moduleOf(id) {
  const path = id.split('?', 1)[0]
  const [, installed] = path.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.*)/) ?? []
  if (installed) return /^__mf__|^\./.test(installed) ? undefined : installed
  const [, own] = path.match(/\/frontend\/packages\/(.*)/) ?? []
  return own && `@mcwick/${own}`
}

const packageOf = (module) => module.match(/^(@[^/]+\/)?[^/]+/)[0]

/** Whether a list has a module's package, or with a * at its end what its path begins with. */
const isListed = (module, list) =>
  list.some((entry) => (entry.endsWith('*') ? module.startsWith(entry.slice(0, -1)) : packageOf(module) === entry))

/** The packages in a bundle that its part may not ship, each with the file that it is in. */
export function packagesTooMany(name, bundle) {
  const tooMany = new Map()
  for (const { type, fileName, modules } of Object.values(bundle)) {
    if (type !== 'chunk') continue
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const module = renderedLength > 0 ? moduleOf(id) : undefined
      if (module && !isListed(module, bundles[name].packages)) tooMany.set(packageOf(module), fileName)
    }
  }
  return [...tooMany].map(([found, fileName]) => `${found} in ${fileName}`)
}

/** Whether a chunk is fetched later than its part's start. */
export function isOnDemand(name, { facadeModuleId }) {
  return (bundles[name].onDemand ?? []).some((entry) => facadeModuleId?.includes(`/${entry}`))
}

export function bundleRules(name) {
  return {
    name: 'mcwick:bundle-rules',
    apply: 'build',
    generateBundle(_, bundle) {
      const tooMany = packagesTooMany(name, bundle)
      if (tooMany.length > 0) this.error(`${name} may not ship ${tooMany.join(', ')}: see mf-config/bundles.json`)
    },
  }
}
