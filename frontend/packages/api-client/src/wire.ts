// The wire types that every call shares. All other types are generated in api-calls, which depends on this package; a test
// there checks that these match the contract.

/** A problem document (RFC 9457). */
export interface Problem {
  /** A stable reason, such as ACTION_REQUIRED. */
  code: string
  /** A sentence that may be shown. */
  detail: string
  traceId: string
  /** The invalid fields of the body. */
  fields?: { field: string; detail: string }[]
}

/** A finished span of this page. */
export interface BrowserSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** Unix time in milliseconds. */
  startMs: number
  durationMs: number
  status: 'ok' | 'error'
}
