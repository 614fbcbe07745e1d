import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/*
 * Runs after the journeys, over everything that they left behind. A secret may stand in its own file and nowhere else:
 * not in a log, an object, an event, a row, the page's code, a span or an answer.
 */

const data = process.env.MCWICK_DATA ?? ''

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function secrets(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of await filesUnder(join(data, 'secrets'))) found.set(file, (await readFile(file, 'utf8')).trim())
  return found
}

test('the secrets are in no file that the platform wrote and in no code of the page', async () => {
  const known = await secrets()
  expect(known.size, 'secrets to look for').toBeGreaterThan(2)
  const dist = new URL('../dist', import.meta.url).pathname
  const files = [...(await filesUnder(data)), ...(await filesUnder(dist))].filter((file) => !known.has(file))
  expect(files.length).toBeGreaterThan(100)
  const leaks: string[] = []
  for (const file of files) {
    const content = await readFile(file, 'latin1').catch(() => '') // a database removes files as it likes
    for (const [name, secret] of known) if (content.includes(secret)) leaks.push(`${name} in ${file}`)
  }
  expect(leaks).toEqual([])
})

test('no span and no answer carries a secret, and no span what a visitor wrote', async ({ request }) => {
  const known = await secrets()
  const list = await (await request.get('/debug/trace/')).text()
  const traces = new Set([...list.matchAll(/debug\/trace\/([0-9a-f]{32})/g)].map((match) => match[1]))
  expect(traces.size, 'traces to look at').toBeGreaterThan(10)
  const images = await (await request.get('/api/v1/images?pageSize=100')).json()
  const written: string[] = images.images.flatMap((image: Record<string, string>) => [image.action, image.caption])
  const forbidden = [...known.values(), ...written.filter((text) => text.length > 8)]
  expect(forbidden.length).toBeGreaterThan(20)

  const texts = [JSON.stringify(await (await request.get('/config.json')).json())]
  for (const trace of traces) texts.push(await (await request.get(`/debug/trace/${trace}.json`)).text())
  expect(forbidden.filter((text) => texts.some((where) => where.includes(text)))).toEqual([])
})
