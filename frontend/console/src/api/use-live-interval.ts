import { useEffect, useState } from 'react'

const idleMs = 15 * 60_000

/**
 * Returns the interval at which a list is read again; false while nothing was pressed or moved for 15 minutes, so that
 * an open page does not keep the session of an operator who left.
 */
export function useLiveInterval(intervalMs: number): number | false {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), idleMs)
      setIdle(false)
    }
    restart()
    const inputs = ['keydown', 'pointermove', 'pointerdown'] as const
    for (const input of inputs) window.addEventListener(input, restart)
    return () => {
      clearTimeout(timer)
      for (const input of inputs) window.removeEventListener(input, restart)
    }
  }, [])
  return isIdle ? false : intervalMs
}
