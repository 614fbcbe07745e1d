import { type NominateBody, nominate } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { createIdempotentSender } from '@mcwick/forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { entriesKey } from './entries'

const nominateOnce = createIdempotentSender('nomination')

/** Sends a nomination, once per idempotency key; on success it invalidates the entries. */
export function useNominate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (nomination: NominateBody) =>
      userAction('nominate', (span) => nominateOnce(nomination, (body, headers) => nominate(body, headers, { span }))),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: entriesKey })
    },
  })
}
