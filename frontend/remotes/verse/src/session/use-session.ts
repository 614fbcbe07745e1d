import { useQuery } from '@tanstack/react-query'
import { renewSession } from './log-in'

/** The query key of the session of an account. */
export const sessionKey = (publicKey: string) => ['session', publicKey]

/** Changes of the profile are sent one after the other, because each contains the whole profile. */
export const profileScope = { id: 'profile' }

/** Renews the session of the stored account once per page. While the server is unavailable the account stays shown. */
export function useSession(publicKey: string) {
  return useQuery({
    queryKey: sessionKey(publicKey),
    queryFn: async () => (await renewSession(publicKey)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
