import { Assurance, getSession, type Session } from '@mcwick/api-calls'
import { useStoredUser } from '@mcwick/session'
import { useQuery } from '@tanstack/react-query'

/**
 * Returns the handle of the logged-in account, with its @, once the server has said that its key is proven. A session that has
 * ended is renewed by the account menu, which then has it read again here.
 */
export function useProvenHandle(): string | undefined {
  const user = useStoredUser()
  const publicKey = user?.publicKey
  const { data: session } = useQuery({
    queryKey: ['session', publicKey, 'proven'],
    queryFn: async ({ client, queryKey, signal }) => {
      const earlier = client.getQueryData<Session>(queryKey)
      const session = await getSession({ signal })
      // Once: a browser that keeps no cookies has no session after a renewal either.
      if (!session.user && (!earlier || earlier.user)) {
        const menu = { queryKey: ['session', publicKey], exact: true }
        void client.invalidateQueries(menu, { cancelRefetch: false }) // or a renewal under way would be repeated
      }
      return session
    },
    enabled: publicKey !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const isProven = session?.assurance === Assurance.ASSURANCE_PROVEN && session.user?.publicKey === publicKey
  return isProven ? user?.xHandle : undefined
}
