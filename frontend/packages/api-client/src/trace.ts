import { randomHex } from './random-hex'
import type { BrowserSpan } from './wire'

/** A span of this page's work, part of a trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** The W3C header value that makes the server's spans children of this one. */
  readonly traceparent: string
  end(status?: 'ok' | 'error'): void
}

const batchSize = 32 // the gateway's limit per request
const flushDelayMs = 1000
const maxNameLength = 80

const open = new Set<Span>()
let finished: BrowserSpan[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Starts a child span of `parent`, or the root span of a new trace. */
export function startSpan(name: string, parent?: Span): Span {
  const traceId = parent?.traceId ?? randomHex(16)
  const spanId = randomHex(8)
  const started = now()
  const span: Span = {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-01`,
    end(status = 'ok') {
      if (!open.delete(span)) return // it has ended already
      report({
        traceId,
        spanId,
        parentSpanId: parent?.spanId,
        name: name.slice(0, maxNameLength),
        startMs: started,
        durationMs: now() - started,
        status,
      })
    },
  }
  open.add(span)
  return span
}

/** Runs `work` in the root span of a new trace, for one action of the visitor; pass the span to its calls. */
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
  else timer ??= setTimeout(flush, flushDelayMs)
}

/** Sends finished spans. A beacon, because the page may be closing; a lost batch is only a gap in a trace. */
function flush() {
  clearTimeout(timer)
  timer = undefined
  const batch = finished
  finished = []
  if (batch.length > 0) {
    navigator.sendBeacon('/api/v1/telemetry/spans', new Blob([JSON.stringify(batch)], { type: 'application/json' }))
  }
}

/** Ends all open spans, because the page is being left. */
function endOpenSpans() {
  for (const span of open) span.end()
  flush()
}

addEventListener('pagehide', endOpenSpans)
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
