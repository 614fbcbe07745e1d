import { useCallback, useRef } from 'react'

/**
 * A ref for the heading of a page that goes through steps (an h1 with tabIndex -1). At each step but the first it takes
 * the focus, at the top of the page: what was pressed is gone, and a reader hears where it is.
 */
export function useStepHeading(step: string | undefined) {
  const arrived = useRef(step)
  return useCallback(
    (heading: HTMLElement | null) => {
      if (!heading || arrived.current === step) return
      arrived.current = step
      window.scrollTo(0, 0)
      heading.focus({ preventScroll: true })
    },
    [step],
  )
}
