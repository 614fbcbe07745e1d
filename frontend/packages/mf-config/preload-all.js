import { isOnDemand } from './bundle-rules.js'

/**
 * Adds a modulepreload link for every initial module of the shell, so that the browser needs no chain of requests. Modules
 * that bundles.json lists as on demand are omitted.
 */
export function preloadAll(name) {
  return {
    name: 'preload-all',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const listed = new Set([...html.matchAll(/(?:href|src)="\/([^"]+)"/g)].map((match) => match[1]))
        const tags = Object.values(bundle)
          .filter((file) => file.type === 'chunk' && !listed.has(file.fileName) && !isLoadedLater(name, file))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          }))
        return { html, tags }
      },
    },
  }
}

const hostEntry = 'remoteEntry.js' // for a host of the shell, which does not exist

function isLoadedLater(name, chunk) {
  return chunk.fileName === hostEntry || isOnDemand(name, chunk)
}
