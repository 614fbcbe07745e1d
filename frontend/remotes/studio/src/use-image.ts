import { useEffect, useState } from 'react'

const deadlineMs = 30_000 // the original is large

/** Loads an image for drawing: undefined while it loads, null when it failed or timed out. */
export function useImage(url: string): { picture: HTMLImageElement | null | undefined; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [picture, setPicture] = useState<HTMLImageElement | null>()
  useEffect(() => {
    const image = new Image()
    image.crossOrigin = 'anonymous' // media may have another origin, and the canvas is read back
    let current = true
    const timer = setTimeout(() => current && setPicture(null), deadlineMs)
    const finish = (result: HTMLImageElement | null) => {
      clearTimeout(timer)
      if (current) setPicture(result)
    }
    image.onload = () => finish(image)
    image.onerror = () => finish(null)
    image.src = attempt === 0 ? url : `${url}?attempt=${attempt}`
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [url, attempt])
  const retry = () => {
    setPicture(undefined)
    setAttempt(attempt + 1)
  }
  return { picture, retry }
}
