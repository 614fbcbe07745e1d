import { listPublications } from '@mcwick/api-calls'
import { usePersonalReads } from '@mcwick/forms'
import { useQuery } from '@tanstack/react-query'

const staleTimeMs = 60_000
const pageSize = 100 // of the newest: for older ones the profile has the button

/** Whether the visitor published an image, as far as the newest ones go; false until that is known. */
export function useIsOwn(id: string): boolean {
  const { account, enabled } = usePersonalReads()
  const { data } = useQuery({
    queryKey: ['publications', 'own', account],
    queryFn: ({ signal }) => listPublications({ pageSize }, { signal, personal: true }),
    enabled,
    staleTime: staleTimeMs,
  })
  return data?.publications.some((publication) => publication.id === id) ?? false
}
