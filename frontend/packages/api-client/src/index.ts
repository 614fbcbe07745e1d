// The names of the last release. Remotes import these until no open page has a shell without the new names.
export { ApiError, isRetryable, isRetryable as isPassing, traceIdOf } from './api-error'
export { type ApiRequest, apiFetch, apiFetchBlob, apiFetchEvents, isStale } from './fetch'
export { createIdempotentSender as newIntent } from './idempotency' // remotes of this release use that of @mcwick/forms
export { imagesKey } from './keys'
export { deviceReady } from './session'
export { type Span, startSpan, userAction } from './trace'
export type { BrowserSpan, Problem } from './wire'
