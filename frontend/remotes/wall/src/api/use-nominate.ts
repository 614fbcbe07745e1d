import { type NominateBody, nominate } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender, userAction } from '@mcwick/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { entriesKey } from './entries'

const nominateOnce = createIdempotentSender()

/** Proposes somebody for a wall, once however often it is sent; then the walls are loaded anew. */
export function useNominate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (nomination: NominateBody) =>
      userAction('nominate', (span) => nominateOnce(nomination, (wish, headers) => nominate(wish, headers, { span }))),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: entriesKey })
    },
  })
}
