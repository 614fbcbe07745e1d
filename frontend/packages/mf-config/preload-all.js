/**
 * Preloads every module of the shell's start graph from the HTML, so that the browser needs no chain of
 * requests to find them. Chunks that are loaded on demand stay out.
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
        const tags = [...startGraph(bundle)]
          .filter((file) => !listed.has(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          }))
        return { html, tags }
      },
    },
  }
}

// The federation plugin starts its parts by dynamic import, so "static imports of the entry" is too little.
// Everything is in except the page chunks, which are named so by the shell's lazy routes.
function startGraph(bundle) {
  const files = new Set()
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && !/pendingShares|\/lazy-/.test(chunk.fileName)) files.add(chunk.fileName)
  }
  return files
}
