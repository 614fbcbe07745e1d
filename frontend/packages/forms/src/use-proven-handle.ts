import { Assurance, getSession } from '@mcwick/api-calls'
import { useStoredUser } from '@mcwick/session'
import { useQuery } from '@tanstack/react-query'

/** Returns the handle of the logged-in account, with its @, once the server has said that its key is proven. */
export function useProvenHandle(): string | undefined {
  const publicKey = useStoredUser()?.publicKey
  const { data: session } = useQuery({
    queryKey: ['session', publicKey, 'proven'],
    queryFn: ({ signal }) => getSession({ signal }),
    enabled: publicKey !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const isProven = session?.assurance === Assurance.ASSURANCE_PROVEN && session.user?.publicKey === publicKey
  return isProven ? session.user?.xHandle : undefined
}
