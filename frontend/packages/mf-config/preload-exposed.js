/**
 * Makes the entry of a remote preload the modules and styles of its page as soon as it runs. The federation runtime imports
 * them one after the other, each a round trip later.
 */
export function preloadExposed() {
  return {
    name: 'mcwick:preload-exposed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ fileName }) => fileName === 'remoteEntry.js')
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app.tsx'))
        if (!entry || !page) this.error('no entry or no page to preload')
        const modules = withImports(bundle, page.fileName)
        withImports(bundle, entry.fileName).forEach((name) => {
          modules.delete(name)
        })
        const styles = page.viteMetadata?.importedCss ?? []
        entry.code += preloadCode([...modules], [...styles])
      },
    },
  }
}

/** Returns a chunk and all that it imports statically. */
function withImports(bundle, fileName, found = new Set()) {
  if (found.has(fileName) || !bundle[fileName]) return found
  found.add(fileName)
  bundle[fileName].imports?.forEach((name) => {
    withImports(bundle, name, found)
  })
  return found
}

// A style is fetched the way that the page fetches it later; another way would not count as the same file.
const preloadCode = (modules, styles) =>
  `\n;${JSON.stringify([...modules, ...styles])}.forEach((name,i)=>{document.head.append(Object.assign(` +
  `document.createElement("link"),i<${modules.length}?{rel:"modulepreload"}:{rel:"preload",as:"style",crossOrigin:""},` +
  `{href:new URL(name,import.meta.url)}))});`
