import { useQuery } from '@tanstack/react-query'
import { renew } from './log-in'

/** The server's side of a stored user, renewed once in the life of a page. While the server is away the user stays shown. */
export function useSession(publicKey: string) {
  return useQuery({
    queryKey: ['session', publicKey],
    queryFn: async () => (await renew(publicKey)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
