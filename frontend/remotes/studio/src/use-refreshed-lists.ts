import { imagesKey } from '@mcwick/api-client'
import { useQueryClient } from '@tanstack/react-query'

const shownMs = 1200 // a picture is in the gallery within a second

/** Has lists of pictures fetched anew once one that was just published is in them. */
export function useRefreshedLists() {
  const queries = useQueryClient()
  return () => setTimeout(() => queries.invalidateQueries({ queryKey: imagesKey }), shownMs)
}
