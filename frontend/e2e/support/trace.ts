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

/** Child spans by "service name"; a ? at the end marks an optional one. */
interface Spans {
  [span: string]: Spans | null
}

const journeysFile = new URL('../../../deploy/observability/journeys.yaml', import.meta.url)
const journeys: Record<string, Spans> = parse(readFileSync(journeysFile, 'utf8'))

/** Whether the platform stores traces that a test can read. It must, unless MCWICK_TRACES=none. */
const hasTraces = process.env.MCWICK_TRACES !== 'none'

/** Runs an action and returns the trace id of the request that it causes. */
export async function captureTrace(
  page: Page,
  method: string,
  path: RegExp,
  action: () => Promise<void>,
): Promise<string> {
  const calling = page.waitForRequest((request) => request.method() === method && path.test(request.url()))
  await action()
  const traceparent = (await calling).headers().traceparent ?? ''
  const [, traceId = ''] = traceparent.split('-')
  expect(traceId, 'the page sends a traceparent').not.toBe('')
  return traceId
}

/**
 * Waits until a trace matches the declared journey: every span has the declared parent, and there is no other span. Without
 * stored traces it logs what it did not check.
 */
export async function expectJourney(request: APIRequestContext, name: string, traceId: string) {
  const journey = journeys[name]
  if (!journey) throw new Error(`${journeysFile.pathname} has no journey "${name}"`)
  if (!hasTraces) {
    console.log(`MCWICK_TRACES=none: the trace of "${name}" is not checked`)
    return
  }
  const all = paths(journey)
  const needed = all.filter((path) => !path.some((span) => span.endsWith('?'))).map(formatPath)
  await expect(async () => {
    const response = await request.get(`/debug/trace/${traceId}.json`)
    expect(response.status()).toBe(200)
    const { spans } = (await response.json()) as { spans: Span[] }
    const observed = observedPaths(spans)
    expect(
      needed.filter((path) => !observed.has(path)),
      'declared and missing',
    ).toEqual([])
    const known = new Set(all.map(formatPath))
    expect(
      [...observed].filter((path) => !known.has(path)),
      'observed and not declared',
    ).toEqual([])
  }).toPass({ timeout: 60_000 })
}

/** Returns every declared span as its path from the root. */
function paths(spans: Spans, parents: string[] = []): string[][] {
  return Object.entries(spans).flatMap(([span, below]) => {
    const path = [...parents, span]
    return [path, ...paths(below ?? {}, path)]
  })
}

const formatPath = (path: string[]) => path.map((span) => span.replace(/\?$/, '')).join(' > ')

/** Returns the paths of an observed trace. A span without its parent becomes a root, which is not declared. */
function observedPaths(spans: Span[]): Set<string> {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const observed = new Set<string>()
  for (const span of spans) {
    const path = [labelOf(span)]
    for (let parents = byId.get(span.parentSpanId); parents; parents = byId.get(parents.parentSpanId)) {
      if (labelOf(parents) !== path[0]) path.unshift(labelOf(parents)) // preparing a query is a child span of the same name
    }
    observed.add(path.join(' > '))
  }
  return observed
}

/** Returns the declared name of a span: all queries and commands of a database share one. */
function labelOf({ service, name, attributes }: Span): string {
  const database = attributes['db.system.name'] ?? attributes['db.system']
  return `${service} ${database ?? name}`
}
