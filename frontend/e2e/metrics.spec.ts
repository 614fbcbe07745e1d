import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { parse } from 'yaml'

/*
 * Runs after the other tests: the platform exports what alerts and dashboards query. A renamed metric or label, or a bucket
 * that is not there, would leave an alert that never fires.
 */

const data = process.env.MCWICK_DATA ?? ''
const folder = new URL('../../deploy/observability/', import.meta.url)

interface Target {
  targets: string[]
  labels: { job: string }
}

/** Reads the labels of each exported metric and their values, in the format that Prometheus accepts first. */
async function readMetricLabels(): Promise<Map<string, Map<string, Set<string>>>> {
  const targets: Target[] = JSON.parse(readFileSync(join(data, 'prometheus-targets.json'), 'utf8'))
  const ofScrape = () => new Map(['job', 'instance'].map((label) => [label, new Set<string>()])) // a scrape adds these
  const metrics = new Map([['up', ofScrape()]])
  const headers = { accept: 'application/openmetrics-text;version=1.0.0' }
  for (const { targets: addresses } of targets) {
    const text = await (await fetch(`http://${addresses[0]}/metrics`, { headers })).text()
    for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*?)\})? \S+(?: # .*)?$/gim)) {
      const known = metrics.get(name) ?? ofScrape()
      for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
        known.set(label, (known.get(label) ?? new Set()).add(value))
      metrics.set(name, known)
    }
  }
  return metrics
}

/** The inside of braces; quoted text may contain braces. */
const matchers = String.raw`\{((?:"[^"]*"|[^"}])*)\}`

/** Returns the metrics of a query, each with the labels and values of its selector. */
function parseQuery(query: string) {
  const plain = query.replace(/\$\w+/g, '')
  const selectors = [...plain.matchAll(new RegExp(`([a-z_:][\\w:]*)\\s*(?:${matchers}|(?=\\[|\\)|\\s|$))`, 'gi'))]
  const keywords = /^(by|on|and|or|unless|without|ignoring|group_left|group_right|bool)$/
  return selectors
    .filter(([, name = '']) => !keywords.test(name) && /_|^up$/.test(name) && !isLabelOnly(plain, name))
    .map(([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = '', value = '']) => ({
        label,
        value,
      })),
    }))
}

/** Whether a metric has a label, and for a bucket's bound also the value, which formats write differently (5, 5.0). */
function isExported(known: Map<string, Set<string>>, label: string, value: string): boolean {
  const values = [...(known.get(label) ?? [])]
  return label === 'le' ? values.some((bound) => new RegExp(`^(?:${value})$`).test(bound)) : known.has(label)
}

/** Whether a word occurs only as a label: in by (le, job), or between braces. */
function isLabelOnly(query: string, word: string): boolean {
  const without = query.replace(new RegExp(`\\b(by|on|without|ignoring)\\s*\\([^)]*\\)|${matchers}`, 'g'), '')
  return !new RegExp(`(?<![\\w:])${word}(?![\\w:(])`).test(without)
}

/** Creates a job and waits for this end; a failed one makes the failure metrics appear. */
async function createFinishedJob(request: APIRequestContext, action: string, end: string) {
  await request.get('/api/v1/sessions/current')
  const meme = { action, scene: 'in a library of wax', style: 'Anime' }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { id } = await (await request.post('/api/v1/jobs', { headers, data: { meme } })).json()
  const state = async () => (await (await request.get(`/api/v1/jobs/${id}`)).json()).state
  await expect.poll(state).toBe(end)
}

/** Reads the queries of all alerts and panels. */
function readQueries(): string[] {
  const rules = parse(readFileSync(new URL('rules.yaml', folder), 'utf8'))
  const all = rules.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map(({ expr }) => expr))
  for (const file of readdirSync(new URL('dashboards', folder)).filter((name) => name.endsWith('.json'))) {
    const { panels } = JSON.parse(readFileSync(new URL(`dashboards/${file}`, folder), 'utf8'))
    for (const { targets = [] } of panels) for (const { expr } of targets) all.push(expr)
  }
  return all
}

/** Metrics of what this platform does not have: models with a sunset date, certificates, and an exporter outside. */
const endless = new Set([
  'mcwick_ai_model_sunset_seconds',
  'mcwick_certificate_end_seconds',
  'probe_success',
  'probe_ssl_earliest_cert_expiry',
])

// Verifies OBS-10.
test('the platform exports every metric and label of alerts and dashboards', async ({ request }) => {
  await createFinishedJob(request, 'juggling [demo:500]', 'JOB_STATE_SUCCEEDED') // the composer drew it
  await createFinishedJob(request, 'juggling [demo:moderation]', 'JOB_STATE_FAILED')
  const metrics = await readMetricLabels()
  const wanted = readQueries().flatMap(parseQuery)
  expect(wanted.length, 'metrics that are queried').toBeGreaterThan(30)
  const missing = wanted.flatMap(({ name, labels }) => {
    if (name.startsWith('slo:') || endless.has(name)) return []
    const known = metrics.get(name)
    if (!known) return [name]
    const absent = labels.filter(({ label, value }) => !isExported(known, label, value))
    return absent.map(({ label, value }) => `${name}{${label}="${value}"}`)
  })
  expect([...new Set(missing)]).toEqual([])
})
