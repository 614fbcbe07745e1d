import { useEffect, useState } from 'react'

/** A picture loaded for drawing: undefined while it comes, null when it does not. */
export function usePicture(url: string): { picture: HTMLImageElement | null | undefined; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [picture, setPicture] = useState<HTMLImageElement | null>()
  useEffect(() => {
    const image = new Image()
    image.crossOrigin = 'anonymous' // media may be on a host of their own, and what is drawn is read again
    let current = true
    image.onload = () => current && setPicture(image)
    image.onerror = () => current && setPicture(null)
    image.src = attempt === 0 ? url : `${url}?attempt=${attempt}`
    return () => {
      current = false
    }
  }, [url, attempt])
  const retry = () => {
    setPicture(undefined)
    setAttempt(attempt + 1)
  }
  return { picture, retry }
}
