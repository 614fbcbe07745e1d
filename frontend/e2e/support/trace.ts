import { type APIRequestContext, expect, type Page } from '@playwright/test'

interface Span {
  spanId: string
  parentSpanId: string
  name: string
  service: string
  kind: string
}

/** Does something and gives the trace id of the call that it makes. */
export async function traceOf(page: Page, method: string, path: RegExp, act: () => Promise<void>): Promise<string> {
  const calling = page.waitForRequest((request) => request.method() === method && path.test(request.url()))
  await act()
  const traceparent = (await calling).headers().traceparent ?? ''
  return traceparent.split('-')[1] ?? ''
}

/**
 * Waits until a trace is whole: it begins in the browser, every span's parent is there, and each of the wanted
 * "service kind" pairs occurs.
 */
export async function expectTrace(request: APIRequestContext, traceId: string, wanted: string[]) {
  await expect(async () => {
    const answer = await request.get(`/debug/trace/${traceId}.json`)
    expect(answer.status()).toBe(200)
    const { spans } = (await answer.json()) as { spans: Span[] }
    const known = new Set(spans.map((span) => span.spanId))
    const roots = spans.filter((span) => !known.has(span.parentSpanId))
    expect(
      roots.map(({ service }) => service),
      'roots of the trace',
    ).toEqual(['browser'])
    const seen = new Set(spans.map(({ service, kind }) => `${service} ${kind}`))
    expect([...seen]).toEqual(expect.arrayContaining(wanted))
  }).toPass({ timeout: 20_000 })
}
