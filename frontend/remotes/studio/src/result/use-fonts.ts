import { useEffect, useState } from 'react'
import { loadFonts, needsFallback } from './fonts'
import type { Layers } from './layers'

/** Loads the fonts of the layers. The returned key changes when fonts are loaded, which invalidates measurements. */
export function useFonts(layers: Layers): string {
  const [ready, setReady] = useState('')
  useEffect(() => {
    let current = true
    const key = layers.map(({ fontFamily, content }) => `${fontFamily} ${needsFallback(content)}`).join()
    Promise.all(layers.map(({ fontFamily, content }) => loadFonts(fontFamily, content))).then(
      () => current && setReady(key),
      (error) => console.warn('font not loaded', error),
    )
    return () => {
      current = false
    }
  }, [layers])
  return ready
}
