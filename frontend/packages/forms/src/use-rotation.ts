import { useEffect, useState } from 'react'

/** The items one after the other, again and again, beginning anywhere. */
export function useRotation<T>(items: readonly T[], everyMs: number): T {
  const [index, setIndex] = useState(() => Math.floor(Math.random() * items.length))
  useEffect(() => {
    const timer = setInterval(() => setIndex((shown) => (shown + 1) % items.length), everyMs)
    return () => clearInterval(timer)
  }, [items.length, everyMs])
  return items[index] as T
}
