import { focusManager } from '@tanstack/react-query'

const idleMs = 15 * 60_000
const inputs = ['keydown', 'pointermove', 'pointerdown', 'visibilitychange', 'focus']

/**
 * Stops reading lists again while nothing was pressed or moved for 15 minutes, so that an open page does not keep the
 * session of an operator who left.
 */
export function pauseWhenIdle(): void {
  focusManager.setEventListener((setFocused) => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setFocused(false), idleMs)
      setFocused(!document.hidden)
    }
    restart()
    for (const input of inputs) window.addEventListener(input, restart)
    return () => {
      clearTimeout(timer)
      for (const input of inputs) window.removeEventListener(input, restart)
    }
  })
}
