import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { parse } from 'yaml'

/*
 * Runs after the journeys: what the alerts and the dashboards ask for is what the platform tells. A metric or a label that
 * was renamed would leave an alert that never fires.
 */

const data = process.env.MCWICK_DATA ?? ''
const folder = new URL('../../deploy/observability/', import.meta.url)

interface Target {
  targets: string[]
  labels: { job: string }
}

/** The labels of each metric that some program tells, with those that a scrape adds. */
async function told(): Promise<Map<string, Set<string>>> {
  const targets: Target[] = JSON.parse(readFileSync(join(data, 'prometheus-targets.json'), 'utf8'))
  const metrics = new Map([['up', new Set(['job', 'instance'])]])
  for (const { targets: addresses } of targets) {
    const text = await (await fetch(`http://${addresses[0]}/metrics`)).text()
    for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gim)) {
      const known = metrics.get(name) ?? new Set(['job', 'instance'])
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
      metrics.set(name, known)
    }
  }
  return metrics
}

/** What a query asks for: each metric with the labels that it is chosen by, and the labels that it is summed up by. */
function asked(query: string) {
  const plain = query.replace(/\$\w+/g, '')
  const selectors = [...plain.matchAll(/([a-z_:][\w:]*)\s*(?:\{([^}]*)\}|(?=\[|\)|\s|$))/gi)]
  const words = /^(by|on|and|or|unless|without|ignoring|group_left|group_right|bool)$/
  return selectors
    .filter(([, name = '']) => !words.test(name) && /_|^up$/.test(name) && !inList(plain, name))
    .map(([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
}

/** Whether a word stands only where labels do: in by (le, job), or between braces. */
function inList(query: string, word: string): boolean {
  const without = query.replace(/\b(by|on|without|ignoring)\s*\([^)]*\)|\{[^}]*\}/g, '')
  return !new RegExp(`(?<![\\w:])${word}(?![\\w:(])`).test(without)
}

/** Asks for a picture that the provider will not draw: what tells of failures is there from then on. */
async function make(request: APIRequestContext, action: string, end: string) {
  await request.get('/api/v1/sessions/current')
  const meme = { action, scene: 'in a library of wax', style: 'Anime' }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { id } = await (await request.post('/api/v1/jobs', { headers, data: { meme } })).json()
  const state = async () => (await (await request.get(`/api/v1/jobs/${id}`)).json()).state
  await expect.poll(state, { timeout: 30_000 }).toBe(end)
}

/** The queries of all alerts and panels. */
function queries(): string[] {
  const rules = parse(readFileSync(new URL('rules.yaml', folder), 'utf8'))
  const all = rules.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map(({ expr }) => expr))
  for (const file of readdirSync(new URL('dashboards', folder)).filter((name) => name.endsWith('.json'))) {
    const { panels } = JSON.parse(readFileSync(new URL(`dashboards/${file}`, folder), 'utf8'))
    for (const { targets = [] } of panels) for (const { expr } of targets) all.push(expr)
  }
  return all
}

/** Metrics of models with a known end: those of the demo provider have none. */
const endless = new Set(['mcwick_ai_model_sunset_seconds'])

// Verifies OBS-10.
test('the platform tells every metric and label that alerts and dashboards ask for', async ({ request }) => {
  await make(request, 'juggling [demo:500]', 'JOB_STATE_SUCCEEDED') // the composer drew it
  await make(request, 'juggling [demo:moderation]', 'JOB_STATE_FAILED')
  const metrics = await told()
  const wanted = queries().flatMap(asked)
  expect(wanted.length, 'metrics that are asked for').toBeGreaterThan(30)
  const missing = wanted.flatMap(({ name, labels }) => {
    if (name.startsWith('slo:') || endless.has(name)) return []
    const known = metrics.get(name)
    return known ? labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`) : [name]
  })
  expect([...new Set(missing)]).toEqual([])
})
