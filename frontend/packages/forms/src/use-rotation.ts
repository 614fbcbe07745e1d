import { useEffect, useState } from 'react'

/** Rotates through the items, starting at a random one. */
export function useRotation<T>(items: readonly T[], intervalMs: number): T {
  const [index, setIndex] = useState(() => Math.floor(Math.random() * items.length))
  useEffect(() => {
    const timer = setInterval(() => setIndex((shown) => (shown + 1) % items.length), intervalMs)
    return () => clearInterval(timer)
  }, [items.length, intervalMs])
  return items[index] as T
}
