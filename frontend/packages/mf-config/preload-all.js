/**
 * Preloads every module that the shell starts with from the HTML, so that the browser needs no chain of requests to
 * find them. What is loaded on demand is left out by its name.
 */
export function preloadAll() {
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
          .filter(({ type, fileName }) => type === 'chunk' && !listed.has(fileName) && !neverAtStart.test(fileName))
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

// What is fetched later, and what only a host of this shell would use.
const neverAtStart = /(lore|styleguide)-page|web-vitals|remoteEntry/
