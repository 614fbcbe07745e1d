import { useEffect, useState } from 'react'
import { loadFonts, needsFallback } from './fonts'
import type { Layers } from './layers'

/** Loads what the texts are drawn with. The answer changes when fonts have come, and with it every measure. */
export function useFonts(layers: Layers): string {
  const [ready, setReady] = useState('')
  useEffect(() => {
    let current = true
    const wanted = layers.map(({ fontFamily, content }) => `${fontFamily} ${needsFallback(content)}`).join()
    Promise.all(layers.map(({ fontFamily, content }) => loadFonts(fontFamily, content))).then(
      () => current && setReady(wanted),
      (error) => console.warn('font not loaded', error),
    )
    return () => {
      current = false
    }
  }, [layers])
  return ready
}
