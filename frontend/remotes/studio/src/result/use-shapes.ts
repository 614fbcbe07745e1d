import { ApiError } from '@mcwick/api-client'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { type Layers, written } from './layers'
import { loadShape } from './load-shape'
import type { Layer } from './overlay'
import type { Shape } from './shape'
import { ShapeBook } from './shape-book'

const calmMs = 80 // without a change before a text is asked for
const againMs = 5000 // after a failure

/** What the server says of the texts. */
export interface Shapes {
  /** Undefined until it is there, or when the server refuses the text. Changes when there is something new. */
  shapeOf: (layer: Layer) => Shape | undefined
  /** The server's sentence about a text that it will not draw. */
  refusalOf: (layer: Layer) => string | undefined
  /** Whether the last try failed and a text is drawn without its shape: near, not exact. */
  isNear: boolean
  /** Resolves when every text that can be exact is. */
  settle: () => Promise<void>
}

/** Asks for the shapes of the texts: once for each text and family, and again only where a line breaks anew. */
export function useShapes(layers: Layers, mediaBase: string): Shapes {
  const [book] = useState(() => new ShapeBook())
  const [refusals] = useState(() => new Map<string, string>())
  const [failed, setFailed] = useState(false)
  const [news, tell] = useReducer((count: number) => count + 1, 0)
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)

  const wanted = written(layers).filter((layer) => !book.find(layer) && !refusals.has(nameOf(layer)))
  const wish = wanted.map(nameOf).join('\n\n')

  const ask = async (signal?: AbortSignal) => {
    const answers = await Promise.allSettled(
      wanted.map(async (layer) => {
        try {
          book.add(layer, await loadShape(layer, mediaBase, signal))
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 400) throw error
          refusals.set(nameOf(layer), error.fields?.[0]?.detail ?? error.detail)
        }
      }),
    )
    if (signal?.aborted) return
    setFailed(answers.some(({ status }) => status === 'rejected'))
    tell()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish is all of what is asked
  useEffect(() => {
    if (wish === '') return
    const leaving = new AbortController()
    const timer = setTimeout(() => ask(leaving.signal), calmMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [wish, attempt])

  const isNear = failed && wish !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is followed by one more try
  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(tryAgain, againMs)
    return () => clearTimeout(timer)
  }, [isNear, news])

  return {
    // biome-ignore lint/correctness/useExhaustiveDependencies: with news it finds more
    shapeOf: useCallback((layer) => book.find(layer), [book, news]),
    refusalOf: (layer) => refusals.get(nameOf(layer)),
    isNear,
    settle: () => (wish === '' ? Promise.resolve() : ask()),
  }
}

/** All that decides how a text is laid out. */
function nameOf({ content, fontFamily, fontSize }: Layer): string {
  return `${fontSize} ${fontFamily} ${content}`
}
