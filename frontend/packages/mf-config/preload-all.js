import { isOnDemand } from './bundle-rules.js'

/**
 * Preloads every module that the shell starts with from the HTML, so that the browser needs no chain of requests to
 * find them. What bundles.json calls on demand is left out.
 */
export function preloadAll(name) {
  return {
    name: 'preload-all',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const listed = new Set([...html.matchAll(/(?:href|src)="\/([^"]+)"/g)].map((match) => match[1]))
        const tags = Object.values(bundle)
          .filter((file) => file.type === 'chunk' && !listed.has(file.fileName) && !isLater(name, file))
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

const hostEntry = 'remoteEntry.js' // for a host of this shell, which there is none of

function isLater(name, chunk) {
  return chunk.fileName === hostEntry || isOnDemand(name, chunk)
}
