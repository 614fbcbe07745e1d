import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { parse } from 'yaml'

interface Span {
  spanId: string
  parentSpanId: string
  name: string
  service: string
  attributes: Record<string, unknown>
}

/** Spans below a span, by "service name"; a ? after it says that it may be missing. */
interface Spans {
  [span: string]: Spans | null
}

const declared = new URL('../../../deploy/observability/journeys.yaml', import.meta.url)
const journeys: Record<string, Spans> = parse(readFileSync(declared, 'utf8'))

/** Whether the platform keeps its traces where a test can read them. It must, unless MCWICK_TRACES=none says that it does not. */
const kept = process.env.MCWICK_TRACES !== 'none'

/** Does something that makes the page call, and gives the trace of that. */
export async function traceOf(page: Page, method: string, path: RegExp, act: () => Promise<void>): Promise<string> {
  const calling = page.waitForRequest((request) => request.method() === method && path.test(request.url()))
  await act()
  const traceparent = (await calling).headers().traceparent ?? ''
  const [, traceId = ''] = traceparent.split('-')
  expect(traceId, 'the page sends a traceparent').not.toBe('')
  return traceId
}

/**
 * Waits until a trace is the journey that is declared: with every span of it below the right one, and no other. Where no
 * traces are kept it says what it did not look at.
 */
export async function expectJourney(request: APIRequestContext, name: string, traceId: string) {
  const journey = journeys[name]
  if (!journey) throw new Error(`${declared.pathname} has no journey "${name}"`)
  if (!kept) {
    console.log(`MCWICK_TRACES=none: nobody looked at the trace of "${name}"`)
    return
  }
  const all = paths(journey)
  const needed = all.filter((path) => !path.some((span) => span.endsWith('?'))).map(line)
  await expect(async () => {
    const answer = await request.get(`/debug/trace/${traceId}.json`)
    expect(answer.status()).toBe(200)
    const { spans } = (await answer.json()) as { spans: Span[] }
    const seen = walked(spans)
    expect(
      needed.filter((path) => !seen.has(path)),
      'declared and missing',
    ).toEqual([])
    const known = new Set(all.map(line))
    expect(
      [...seen].filter((path) => !known.has(path)),
      'seen and not declared',
    ).toEqual([])
  }).toPass({ timeout: 20_000 })
}

/** Every span of a declaration, as the way that leads to it. */
function paths(spans: Spans, above: string[] = []): string[][] {
  return Object.entries(spans).flatMap(([span, below]) => {
    const path = [...above, span]
    return [path, ...paths(below ?? {}, path)]
  })
}

const line = (path: string[]) => path.map((span) => span.replace(/\?$/, '')).join(' > ')

/** The same of a trace that was seen. A span without its parent stands at the top, where it is not declared. */
function walked(spans: Span[]): Set<string> {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const seen = new Set<string>()
  for (const span of spans) {
    const path = [labelOf(span)]
    for (let above = byId.get(span.parentSpanId); above; above = byId.get(above.parentSpanId)) {
      if (labelOf(above) !== path[0]) path.unshift(labelOf(above)) // a query is prepared below itself
    }
    seen.add(path.join(' > '))
  }
  return seen
}

/** What a span is declared as: queries and commands are one thing for each database. */
function labelOf({ service, name, attributes }: Span): string {
  const database = attributes['db.system.name'] ?? attributes['db.system']
  return `${service} ${database ?? name}`
}
