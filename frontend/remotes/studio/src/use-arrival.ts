import { useEffect, useRef } from 'react'

/** For a step whose forerunner had the focus and is gone: the element takes it, at the top of the page where it can be seen. */
export function useArrival() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}
