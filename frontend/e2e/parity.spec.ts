import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import type * as ParityPage from './support/parity-page'
import type { Comparison, Distortion } from './support/parity-page'
import { expect, test } from './support/test'

declare global {
  var parity: typeof ParityPage
}

// PARITY_SETS and PARITY_SEED choose other images: the seeds count up from the first.
const sets = Number(process.env.PARITY_SETS ?? 20)
const firstSeed = Number(process.env.PARITY_SEED ?? 1)
const setsPerVisitor = 30 // two texts each are the 60 layouts of the rate limit
const controlCount = 2 // images per distortion

// On desktop only: a canvas of 1024 pixels is the same on every screen.
// Verifies TEXT-13.
test('the editor draws what the server renders', async ({ browser }) => {
  test.setTimeout(180_000 + sets * 3000)
  const code = await bundle()
  const compared: Comparison[] = []
  for (let from = 0; from < sets; from += setsPerVisitor) {
    const seeds = numbers(firstSeed + from, Math.min(setsPerVisitor, sets - from))
    compared.push(...(await asVisitor(browser, code, [{ seeds }])).flat())
  }
  const worst = compared.reduce((a, b) => (a.ssim < b.ssim ? a : b))
  const [ssim, differing] = [mean(compared.map((one) => one.ssim)), mean(compared.map((one) => one.differingShare))]
  console.log(`${sets} pictures from seed ${firstSeed}: similarity ${ssim.toFixed(4)}, worst ${worst.ssim.toFixed(4)}`)
  console.log(`the worst is seed ${worst.seed}: ${JSON.stringify(worst.layers)}`)
  console.log(
    `pixels that differ: ${percent(differing)}, worst ${percent(Math.max(...compared.map((one) => one.differingShare)))}`,
  )
  expect(ssim).toBeGreaterThanOrEqual(0.99)
  expect(differing).toBeLessThanOrEqual(0.003)
  expect(worst.ssim).toBeGreaterThanOrEqual(0.985)

  const seeds = numbers(firstSeed, controlCount)
  const [shifted = [], grown = [], tinted = []] = await asVisitor(browser, code, [
    { seeds, spoil: 'shift' },
    { seeds, spoil: 'grow' },
    { seeds, spoil: 'tint' },
  ])
  const distorted = { shifted: mean(shifted.map((one) => one.ssim)), grown: mean(grown.map((one) => one.ssim)) }
  console.log(`half a pixel aside ${distorted.shifted.toFixed(4)}, one percent larger ${distorted.grown.toFixed(4)}`)
  expect(distorted.shifted, 'half a pixel is detected').toBeLessThan(0.97)
  expect(distorted.grown, 'one percent is detected').toBeLessThan(0.97)
  expect(mean(tinted.map((one) => one.differingShare)), 'another color is detected').toBeGreaterThan(0.003)
})

/** Compares in a page of a new visitor, who has a rate limit of their own. */
async function asVisitor(browser: Browser, code: string, runs: { seeds: number[]; spoil?: Distortion }[]) {
  const context = await browser.newContext()
  await context.addInitScript({ content: code })
  const page = await context.newPage()
  await page.goto('/')
  const results = await page.evaluate(async (wanted) => {
    const artwork = await parity.createBackground()
    const all: Comparison[][] = []
    for (const { seeds, spoil } of wanted) all.push(await parity.compareAll(artwork, seeds, spoil))
    return all
  }, runs)
  await context.close()
  return results
}

/** Bundles the code that runs in the page, with the editor's drawing code, as one script. */
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
