import type { Session } from '@mcwick/api-calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { renewSession } from './log-in'

/** The query key of the session of an account. */
export const sessionKey = (publicKey: string) => ['session', publicKey]

/**
 * Keeps the session that a login, or a change of the profile, returned, in the place of what an earlier one had proven. A form
 * that fills in the proven handle reads it again.
 */
export function keepSession(client: QueryClient, publicKey: string, session: Session) {
  client.setQueryData(sessionKey(publicKey), session)
  void client.invalidateQueries({ queryKey: [...sessionKey(publicKey), 'proven'] })
}

/** Changes of the profile are sent one after the other: the switch sends the handle that an edit before it left. */
export const profileScope = { id: 'profile' }

/** Renews the session of the stored account once per page. While the server is unavailable the account stays shown. */
export function useSession(publicKey: string) {
  return useQuery({
    queryKey: sessionKey(publicKey),
    queryFn: async () => (await renewSession(publicKey)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
