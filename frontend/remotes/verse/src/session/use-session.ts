import type { Session } from '@mcwick/api-calls'
import { isPassing as isRetryable } from '@mcwick/api-client'
import { storedUser, storeUser } from '@mcwick/session'
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewSession } from './log-in'

/** The query key of the session of an account. */
const sessionKey = (publicKey: string) => ['session', publicKey]

const staleTimeMs = 2 * 60_000

/**
 * Keeps the session that a login, or a change of the profile, returned, in the place of what an earlier one had proven. A form
 * that fills in the proven handle reads it again.
 */
export function keepSession(client: QueryClient, publicKey: string, session: Session) {
  void client.cancelQueries({ queryKey: sessionKey(publicKey) }) // what is being read may be from before
  client.setQueryData(sessionKey(publicKey), session)
  void client.invalidateQueries({ queryKey: [...sessionKey(publicKey), 'proven'] })
}

/**
 * Keeps the session that a change of the profile returned, with the handle, which another device may have changed, unless the
 * account was logged out meanwhile.
 */
export function keepProfile(client: QueryClient, session: Session) {
  const { user } = session
  if (!user || storedUser()?.publicKey !== user.publicKey) return
  storeUser(user)
  keepSession(client, user.publicKey, session)
}

/** Changes of the profile are sent one after the other, so that the last response has all of them. */
export const profileScope = { id: 'profile' }

/** The mutation key of the replacement of a key. */
export const replacementKey = ['replace key']

/** Whether the key may be replaced already: the answer to its replacement is not there yet, or was lost. */
function mayBeReplaced(client: QueryClient) {
  const last = client.getMutationCache().findAll({ mutationKey: replacementKey }).at(-1)?.state
  return last?.status === 'pending' || (last?.status === 'error' && isRetryable(last.error))
}

/**
 * Renews the session of the stored account: on page load, after each login, when the visitor comes back to the page after some
 * minutes, and when the shell's query client finds that it has ended. While the server is unavailable the account stays shown.
 */
export function useSession(publicKey: string) {
  const client = useQueryClient()
  useForgottenSession(publicKey)
  return useQuery({
    queryKey: sessionKey(publicKey),
    queryFn: async ({ queryKey, signal }) => {
      // to log out would end the dialog that has the new key
      const unlessReplaced = () => (mayBeReplaced(client) && client.getQueryData<Session>(queryKey)) || undefined
      const onCreated = (account: string) => void reloadPersonal(client, account, queryKey)
      return (await renewSession(publicKey, { onCreated, signal, unlessReplaced })) ?? null
    },
    staleTime: staleTimeMs,
    refetchOnReconnect: ({ state }) => state.data === undefined, // or all tabs would log in at once
  })
}

/**
 * Reads again what was read for the account before the browser had this session: those reads got what the device alone has.
 * When another account logged in meanwhile, that includes its session, which this one has replaced and which is renewed.
 */
async function reloadPersonal(client: QueryClient, publicKey: string, own: QueryKey) {
  const read = { predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey !== own && queryKey.includes(publicKey) }
  await client.cancelQueries(read) // what has no answer yet would not be read again
  await client.invalidateQueries(read)
}

/** Forgets the session of an account that was logged out, here or in another tab: its next login may prove less, or more. */
function useForgottenSession(publicKey: string) {
  const client = useQueryClient()
  useEffect(() => {
    const queryKey = sessionKey(publicKey)
    const isCurrent = () => storedUser()?.publicKey === publicKey
    // A tab that was frozen gets the events of a logout and of the next login at once, and never renders without an account.
    const onStorage = ({ oldValue, newValue }: StorageEvent) => {
      if (oldValue?.includes(publicKey) && newValue === null && isCurrent()) void client.resetQueries({ queryKey })
    }
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener('storage', onStorage)
      if (!isCurrent()) client.removeQueries({ queryKey })
    }
  }, [publicKey, client])
}
