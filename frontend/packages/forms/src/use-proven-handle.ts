import { Assurance, type Session } from '@mcwick/api-calls'
import { useStoredUser } from '@mcwick/session'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

/**
 * Returns the handle of the logged-in account, with its @, once the server has said that its key is proven. The account menu, a
 * part of the verse remote, reads the session; it does so again where this is needed and some minutes have passed.
 */
export function useProvenHandle(): string | undefined {
  const publicKey = useStoredUser()?.publicKey
  const client = useQueryClient()
  useEffect(() => {
    void client.refetchQueries({ queryKey: ['session', publicKey], stale: true }, { cancelRefetch: false })
  }, [client, publicKey])
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  const session = useSyncExternalStore(subscribe, () => client.getQueryData<Session | null>(['session', publicKey]))
  const isProven = session?.assurance === Assurance.ASSURANCE_PROVEN && session.user?.publicKey === publicKey
  return isProven ? session.user?.xHandle : undefined
}
