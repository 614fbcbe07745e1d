import { useRef } from 'react'

interface Query {
  data: unknown
  error: Error | null
  /** How often it failed since it is known. */
  errorUpdateCount: number
}

/**
 * Why a query has nothing to show, if it failed. A query without data forgets its error each time that it is asked for
 * again; the page remembers it until there is an answer, or its failure would come and go under the visitor's finger.
 */
export function useFailure({ data, error, errorUpdateCount }: Query): Error | null {
  const last = useRef(error)
  if (error) last.current = error
  return error ?? (data === undefined && errorUpdateCount > 0 ? last.current : null)
}
