import { ConnectError } from '@connectrpc/connect'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import { type Operator, Scope } from '../gen/operator/v1/operator_pb'
import { useClients } from './clients'
import { forgetLists, operatorKey } from './query-client'

/** What other tabs see when an operator signs in: when that was. */
const signedInKey = 'console.signedIn'

/**
 * Returns the query of the operator who is signed in; its data is null when none is. All tabs have one session, so the
 * operator may be another one when a tab is looked at again.
 */
export function useOperatorQuery() {
  const { operators } = useClients()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: operatorKey,
    queryFn: async () => {
      const operator = await operators.getOperator({})
      if (operator.name !== queries.getQueryData<Operator>(operatorKey)?.name) forgetLists(queries)
      return operator
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
  const { refetch } = query
  useEffect(() => {
    // A window that was in view all the time is not seen again, only chosen. Lists are not read for that.
    const read = () => refetch({ cancelRefetch: false })
    const readWhenSignedIn = ({ key }: StorageEvent) => key === signedInKey && read()
    window.addEventListener('focus', read)
    window.addEventListener('storage', readWhenSignedIn)
    return () => {
      window.removeEventListener('focus', read)
      window.removeEventListener('storage', readWhenSignedIn)
    }
  }, [refetch])
  return query
}

/** Returns the mutation that exchanges a token for a session. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => send('POST', JSON.stringify({ token: token.trim() })),
    onSuccess: () => {
      localStorage.setItem(signedInKey, String(Date.now()))
      return queries.resetQueries({ queryKey: operatorKey })
    },
  })
}

/** Returns the mutation that ends the session, and forgets what was read in it. */
export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => send('DELETE'),
    onSuccess: () => {
      queries.setQueryData(operatorKey, null)
      forgetLists(queries)
    },
  })
}

/** Sends a request about the session; refusals come in the Connect protocol. */
async function send(method: 'POST' | 'DELETE', body?: string) {
  const response = await fetch('/session', {
    method,
    ...(body ? { body } : {}),
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (response.ok) return
  const refusal = await response.json().catch(() => ({}))
  throw new ConnectError(refusal.message ?? `The console answered ${response.status}.`, undefined, response.headers)
}

/** Provides the operator who is signed in. */
export const SignedIn = createContext<Operator | null>(null)

/** Returns the operator who is signed in. */
export function useOperator(): Operator {
  const operator = useContext(SignedIn)
  if (!operator) throw new Error('nobody is signed in around this component')
  return operator
}

/** Returns why the operator may not do what needs a scope; undefined when they may. */
export function useMissingScope(scope: Scope): string | undefined {
  return useOperator().scopes.includes(scope) ? undefined : `Your token has no scope “${Scope[scope].toLowerCase()}”.`
}
