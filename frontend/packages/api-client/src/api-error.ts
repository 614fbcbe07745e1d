import type { Problem } from './wire'

/** A failed call. Branch on `code`; `detail` is a sentence that may be shown, '' when there is none. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly traceId: string,
    /** Seconds until a retry makes sense, when the server sent them. */
    readonly retryAfter?: number,
    readonly fields: Problem['fields'] = [],
  ) {
    super(detail || code)
    this.name = 'ApiError'
  }
}

/**
 * Whether a retry may succeed: there was no response, a rate limit, or a server error. Errors other than ApiError (such
 * as a chunk that did not load) are retryable too.
 */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Returns the trace id of an error, if it has one. */
export function traceIdOf(error: unknown): string | undefined {
  return error instanceof Error && 'traceId' in error ? String(error.traceId) : undefined
}

/** Reads a problem document; another response (such as a proxy's page) becomes UNREADABLE_ANSWER. */
export async function toApiError(response: Response, traceId: string): Promise<ApiError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem: Partial<Problem> = isProblem ? await response.json().catch(() => ({})) : {}
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(
    response.status,
    problem.code ?? 'UNREADABLE_ANSWER',
    problem.detail ?? '',
    problem.traceId ?? traceId,
    Number.isFinite(seconds) ? seconds : undefined,
    problem.fields,
  )
}
