import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import type * as ParityPage from './support/parity-page'
import type { Compared, Spoil } from './support/parity-page'
import { expect, test } from './support/test'

declare global {
  var parity: typeof ParityPage
}

// PARITY_SETS and PARITY_SEED choose other pictures: the seeds count up from the first.
const sets = Number(process.env.PARITY_SETS ?? 20)
const firstSeed = Number(process.env.PARITY_SEED ?? 1)
const setsPerVisitor = 30 // two texts each are the 60 layouts that a visitor may ask for at once
const controls = 2 // pictures for each way of being wrong

// On one screen only: a canvas of 1024 pixels is the same on every one.
// Verifies TEXT-13.
test('the editor draws what the server paints', async ({ browser, baseURL }) => {
  test.setTimeout(60_000 + sets * 1000)
  const code = await bundle()
  const compared: Compared[] = []
  for (let from = 0; from < sets; from += setsPerVisitor) {
    const seeds = numbers(firstSeed + from, Math.min(setsPerVisitor, sets - from))
    compared.push(...(await asVisitor(browser, baseURL, code, [{ seeds }])).flat())
  }
  const worst = compared.reduce((a, b) => (a.ssim < b.ssim ? a : b))
  const [ssim, far] = [mean(compared.map((one) => one.ssim)), mean(compared.map((one) => one.far))]
  console.log(`${sets} pictures from seed ${firstSeed}: likeness ${ssim.toFixed(4)}, worst ${worst.ssim.toFixed(4)}`)
  console.log(`the worst is seed ${worst.seed}: ${JSON.stringify(worst.layers)}`)
  console.log(`pixels that differ: ${percent(far)}, worst ${percent(Math.max(...compared.map((one) => one.far)))}`)
  expect(ssim).toBeGreaterThanOrEqual(0.99)
  expect(far).toBeLessThanOrEqual(0.003)
  expect(worst.ssim).toBeGreaterThanOrEqual(0.985)

  const seeds = numbers(firstSeed, controls)
  const [shifted = [], grown = [], tinted = []] = await asVisitor(browser, baseURL, code, [
    { seeds, spoil: 'shift' },
    { seeds, spoil: 'grow' },
    { seeds, spoil: 'tint' },
  ])
  const spoiled = { shifted: mean(shifted.map((one) => one.ssim)), grown: mean(grown.map((one) => one.ssim)) }
  console.log(`half a pixel aside ${spoiled.shifted.toFixed(4)}, one percent larger ${spoiled.grown.toFixed(4)}`)
  expect(spoiled.shifted, 'half a pixel is noticed').toBeLessThan(0.97)
  expect(spoiled.grown, 'one percent is noticed').toBeLessThan(0.97)
  expect(mean(tinted.map((one) => one.far)), 'another colour is noticed').toBeGreaterThan(0.003)
})

/** Compares in a page of a new visitor, who has limits of his own. */
async function asVisitor(browser: Browser, baseURL = '', code: string, runs: { seeds: number[]; spoil?: Spoil }[]) {
  const context = await browser.newContext({ baseURL })
  await context.addInitScript({ content: code })
  const page = await context.newPage()
  await page.goto('/')
  const results = await page.evaluate(async (wanted) => {
    const artwork = await parity.background()
    const all: Compared[][] = []
    for (const { seeds, spoil } of wanted) all.push(await parity.compareAll(artwork, seeds, spoil))
    return all
  }, runs)
  await context.close()
  return results
}

/** The page's half of this test, with the editor's drawing in it, as one script. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('./support/parity-page.ts', import.meta.url))
  const lib = { entry, name: 'parity', formats: ['iife' as const] }
  const define = { 'process.env.NODE_ENV': '"production"' } // a library is built without it
  const built = await build({ configFile: false, logLevel: 'silent', define, build: { write: false, lib } })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('nothing was built')
  return `${first.output[0].code}\nglobalThis.parity = parity`
}

function numbers(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)} %`
}
