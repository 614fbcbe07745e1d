import { randomHex } from './random-hex'
import type { BrowserSpan } from './wire'

/** A stretch of time in this page that belongs to a trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** The W3C header value that makes the server's spans children of this one. */
  readonly traceparent: string
  end(status?: 'ok' | 'error'): void
}

const batchSize = 32 // the gateway takes no more in one request
const waitMs = 1000
const maxNameLength = 80

const open = new Set<Span>()
let finished: BrowserSpan[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Starts a span below `parent`; without one it begins a trace of its own. */
export function startSpan(name: string, parent?: Span): Span {
  const traceId = parent?.traceId ?? randomHex(16)
  const spanId = randomHex(8)
  const started = now()
  const span: Span = {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-01`,
    end(status = 'ok') {
      if (!open.delete(span)) return // it has ended
      const measured = {
        traceId,
        spanId,
        name: name.slice(0, maxNameLength),
        startMs: started,
        durationMs: now() - started,
        status,
      }
      report(parent ? { ...measured, parentSpanId: parent.spanId } : measured)
    },
  }
  open.add(span)
  return span
}

/** What a visitor does is one trace: runs `work` inside a span that its calls hang below. */
export async function userAction<T>(name: string, work: (span: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end('error')
    throw error
  }
}

function now(): number {
  return performance.timeOrigin + performance.now()
}

function report(span: BrowserSpan) {
  finished.push(span)
  if (finished.length >= batchSize) flush()
  else timer ??= setTimeout(flush, waitMs)
}

/** Sends what is waiting. A beacon, because the page may be closing; a lost batch is a gap in a trace, no more. */
function flush() {
  clearTimeout(timer)
  timer = undefined
  const batch = finished
  finished = []
  if (batch.length > 0) {
    navigator.sendBeacon('/api/v1/telemetry/spans', new Blob([JSON.stringify(batch)], { type: 'application/json' }))
  }
}

/** A page that is left waits for nothing any more. */
function leave() {
  for (const span of open) span.end()
  flush()
}

addEventListener('pagehide', leave)
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
