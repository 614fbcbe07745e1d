import { useEffect, useRef, useState } from 'react'

const answerMs = 10_000

interface Query {
  data: unknown
  error: Error | null
  /** How often it failed since it is known. */
  errorUpdateCount: number
}

/**
 * Why a query has nothing to show, if it failed or has had no answer for ten seconds: repeats go on behind what the
 * visitor sees. A query without data forgets its error each time that it is asked for again; the page remembers it
 * until there is an answer, or its failure would come and go under the visitor's finger.
 */
export function useFailure({ data, error, errorUpdateCount }: Query): Error | null {
  const last = useRef(error)
  if (error) last.current = error
  const late = useLate(data === undefined && !error && errorUpdateCount === 0)
  return error ?? (data === undefined && errorUpdateCount > 0 ? last.current : late)
}

/** An error once something has been waited for too long. */
function useLate(isWaiting: boolean): Error | null {
  const [late, setLate] = useState<Error | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(new Error(`no answer in ${answerMs} ms`)), answerMs)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [isWaiting])
  return late
}
