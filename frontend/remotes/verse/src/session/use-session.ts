import { useQuery } from '@tanstack/react-query'
import { renewSession } from './log-in'

/** Renews the session of the stored account once per page. While the server is unavailable the account stays shown. */
export function useSession(publicKey: string) {
  return useQuery({
    queryKey: ['session', publicKey],
    queryFn: async () => (await renewSession(publicKey)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
