import { useEffect, useRef, useState } from 'react'

const slowResponseMs = 10_000

interface Query {
  data: unknown
  error: Error | null
  /** The number of failures since it was created. */
  errorUpdateCount: number
}

/**
 * Returns why a query has no data: its error, or a slow response after ten seconds; retries go on in the background. React
 * Query clears the error at each refetch; it is remembered here until there is data, or the error panel would flicker.
 */
export function useFailure({ data, error, errorUpdateCount }: Query): Error | null {
  const last = useRef(error)
  if (error) last.current = error
  const slowResponse = useSlowResponseError(data === undefined && !error && errorUpdateCount === 0)
  return error ?? (data === undefined && errorUpdateCount > 0 ? last.current : slowResponse)
}

/** Returns an error once the query has been waiting for too long. */
function useSlowResponseError(isWaiting: boolean): Error | null {
  const [slowResponse, setSlowResponse] = useState<Error | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlowResponse(new Error(`no answer in ${slowResponseMs} ms`)), slowResponseMs)
    return () => {
      clearTimeout(timer)
      setSlowResponse(null)
    }
  }, [isWaiting])
  return slowResponse
}
