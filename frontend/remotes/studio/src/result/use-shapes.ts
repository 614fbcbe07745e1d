import { ApiError } from '@mcwick/api-client'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { type Layers, nonEmptyLayers } from './layers'
import { loadShape } from './load-shape'
import type { Layer } from './overlay'
import { ShapeCache } from './shape-cache'

const debounceMs = 80 // without a change before a layout is requested
const retryMs = 5000 // after a failure

/** Loads the shapes of the layers, as the server lays them out: once per text and font family, and again only when line breaks change. */
export function useShapes(layers: Layers, mediaBase: string) {
  const [cache] = useState(() => new ShapeCache())
  const [rejections] = useState(() => new Map<string, string>())
  const [failed, setFailed] = useState(false)
  const [version, bumpVersion] = useReducer((count: number) => count + 1, 0)
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)

  const missingLayers = nonEmptyLayers(layers).filter(
    (layer) => !cache.find(layer) && !rejections.has(layoutKey(layer)),
  )
  const missingKeys = missingLayers.map(layoutKey).join('\n\n')

  const fetchShapes = async (signal?: AbortSignal) => {
    const results = await Promise.allSettled(
      missingLayers.map(async (layer) => {
        try {
          cache.add(layer, await loadShape(layer, mediaBase, signal))
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 400) throw error
          rejections.set(layoutKey(layer), error.fields?.[0]?.detail ?? error.detail)
        }
      }),
    )
    if (signal?.aborted) return
    setFailed(results.some(({ status }) => status === 'rejected'))
    bumpVersion()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: missingKeys covers missingLayers
  useEffect(() => {
    if (missingKeys === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => fetchShapes(leaving.signal), debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [missingKeys, attempt])

  const isApproximate = failed && missingKeys !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure schedules one retry
  useEffect(() => {
    if (!isApproximate) return
    const timer = setTimeout(tryAgain, retryMs)
    return () => clearTimeout(timer)
  }, [isApproximate, version])

  return {
    /** Returns a layer's shape; undefined until it is loaded, or when it is rejected. The function changes with new shapes. */
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new version finds more shapes
    shapeOf: useCallback((layer: Layer) => cache.find(layer), [cache, version]),
    /** Returns the server's reason for rejecting a text. */
    rejectionOf: (layer: Layer) => rejections.get(layoutKey(layer)),
    /** Whether the last request failed, so that a text is drawn without its shape. */
    isApproximate,
    /** Resolves when every shape that can be loaded is. */
    settle: () => (missingKeys === '' ? Promise.resolve() : fetchShapes()),
  }
}

/** Everything that the layout of a text depends on. */
function layoutKey({ content, fontFamily, fontSize }: Layer): string {
  return `${fontSize} ${fontFamily} ${content}`
}
