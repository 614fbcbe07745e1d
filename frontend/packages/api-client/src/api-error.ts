import type { Problem } from './wire'

/** A refusal or failure of a call. Branch on `code`; `detail` is a sentence that may be shown, '' when there is none. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly traceId: string,
    /** Seconds until a repeat makes sense, when the server named them. */
    readonly retryAfter?: number,
    readonly fields: Problem['fields'] = [],
  ) {
    super(detail || code)
    this.name = 'ApiError'
  }
}

/**
 * Whether the same call may succeed later: there was no answer, too much at once, or the server's fault. What is no
 * ApiError (a file of the page that did not come) may as well.
 */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** The trace in which an error happened, for whoever looks into it; undefined where there is none. */
export function traceIdOf(error: unknown): string | undefined {
  return error instanceof Error && 'traceId' in error ? String(error.traceId) : undefined
}

/** Reads a problem document; an answer that is none (a proxy's page, say) becomes a nameless failure. */
export async function problemOf(response: Response, traceId: string): Promise<ApiError> {
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
