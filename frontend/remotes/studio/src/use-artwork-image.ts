import type { JobArtwork } from '@mcwick/api-calls'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchArtwork } from './fetch-artwork'

export interface ArtworkImage {
  /** Undefined while it loads, null when it failed or timed out. */
  picture: HTMLImageElement | null | undefined
  /** The bytes of the picture, once it is loaded. */
  file: Blob | undefined
  retry: () => void
}

/**
 * Loads the image of an artwork for drawing. The image has a URL of its own, of the bytes in this page, so that it is there
 * for as long as a visitor edits, whatever becomes of its address.
 */
export function useArtworkImage(artwork: JobArtwork): ArtworkImage {
  const [attempt, setAttempt] = useState(0)
  const [picture, setPicture] = useState<HTMLImageElement | null>()
  const [file, setFile] = useState<Blob>()
  const load = useEffectEvent((signal: AbortSignal) => fetchArtwork(artwork, signal))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address of the same artwork is no other image.
  useEffect(() => {
    const leaving = new AbortController()
    let url = ''
    load(leaving.signal)
      .then((blob) => {
        if (leaving.signal.aborted) return
        url = URL.createObjectURL(blob)
        const image = new Image()
        image.onload = () => {
          if (leaving.signal.aborted) return
          setPicture(image)
          setFile(blob)
        }
        image.onerror = () => leaving.signal.aborted || setPicture(null)
        image.src = url
      })
      .catch(() => leaving.signal.aborted || setPicture(null))
    return () => {
      leaving.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [artwork.id, attempt])
  const retry = () => {
    setPicture(undefined)
    setAttempt(attempt + 1)
  }
  return { picture, file, retry }
}
