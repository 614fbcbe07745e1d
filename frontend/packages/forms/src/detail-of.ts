import { ApiError } from '@mcwick/api-client'

/** Returns the sentence of the server about a failure, if it sent one: it may be shown. */
export const detailOf = (error: unknown) => (error instanceof ApiError ? error.detail : undefined)
