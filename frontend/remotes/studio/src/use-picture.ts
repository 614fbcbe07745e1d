import { useEffect, useState } from 'react'

const deadlineMs = 30_000 // the original is large

/** A picture loaded for drawing: undefined while it comes, null when it does not, or not in time. */
export function usePicture(url: string): { picture: HTMLImageElement | null | undefined; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [picture, setPicture] = useState<HTMLImageElement | null>()
  useEffect(() => {
    const image = new Image()
    image.crossOrigin = 'anonymous' // media may be on a host of their own, and what is drawn is read again
    let current = true
    const timer = setTimeout(() => current && setPicture(null), deadlineMs)
    const end = (result: HTMLImageElement | null) => {
      clearTimeout(timer)
      if (current) setPicture(result)
    }
    image.onload = () => end(image)
    image.onerror = () => end(null)
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
