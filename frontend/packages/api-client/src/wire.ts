// What the gateway says to every call, and takes from the page itself. The calls and their types are generated above this
// package, and a test there holds that the contract says the same.

/** A problem document (RFC 9457). */
export interface Problem {
  /** A stable reason, such as ACTION_REQUIRED. */
  code: string
  /** A sentence that may be shown. */
  detail: string
  traceId: string
  /** Each field that was refused, when the body broke a rule. */
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
