import { useCallback, useRef } from 'react'

/**
 * Returns a ref for the heading (an h1 with tabIndex -1) of a page with steps. At each step but the first the heading takes
 * the focus and the page scrolls up: the pressed button is gone, and a screen reader announces the new step.
 */
export function useStepHeading(step: string | undefined) {
  const focusedStep = useRef(step)
  return useCallback(
    (heading: HTMLElement | null) => {
      if (!heading || focusedStep.current === step) return
      focusedStep.current = step
      window.scrollTo(0, 0)
      heading.focus({ preventScroll: true })
    },
    [step],
  )
}
