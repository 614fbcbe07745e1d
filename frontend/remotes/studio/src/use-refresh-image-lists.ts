import { imagesKey } from '@mcwick/api-client'
import { useQueryClient } from '@tanstack/react-query'

const indexingDelayMs = 1200 // a publication is in the gallery within a second

/** Returns a function that invalidates the visitor's publications, and the image lists once a new publication is in them. */
export function useRefreshImageLists() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: ['publications'] })
    setTimeout(() => queries.invalidateQueries({ queryKey: imagesKey }), indexingDelayMs)
  }
}
