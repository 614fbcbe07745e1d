import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/test'

const kilobyte = 1024

/** What each part may ship; 17.5 KB of the largest remote are its drawings. */
const bundles: Record<string, { kilobytes: number }> = JSON.parse(
  readFileSync(new URL('../packages/mf-config/bundles.json', import.meta.url), 'utf8'),
)
const bytesOf = (part: string) => (bundles[part]?.kilobytes ?? 0) * kilobyte

test('the code of the house is within its bytes', async ({ page, request }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Meet McWick' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const shell = await startOf(page)
  const sizes: Record<string, number> = { shell: await packed(request, shell) }
  expect(sizes.shell, 'the shell and its first page').toBeLessThanOrEqual(bytesOf('shell'))

  for (const [remote, path] of Object.entries({
    studio: '/ai',
    'studio at /pfp': '/pfp',
    gallery: '/gallery',
    picks: '/picks?mode=tinder',
    verse: '/verse',
    wall: '/wall',
    bictok: '/bictok',
  })) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const beyond = (await codeOf(page)).filter((address) => !shell.includes(address))
    expect(beyond.length, `${remote} is loaded`).toBeGreaterThan(1)
    sizes[remote] = await packed(request, beyond)
    expect(sizes[remote], `${remote} beyond the shell`).toBeLessThanOrEqual(bytesOf(remote.split(' ')[0] ?? ''))
  }
  console.log('gzip bytes:', sizes)
})

/** The scripts and styles that the page starts with, as its document names them. */
function startOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
      'script[src], link[rel=modulepreload], link[rel=stylesheet]',
    )
    return [...new Set([...named].map((tag) => ('src' in tag ? tag.src : tag.href)))]
  })
}

/** The scripts and styles of remotes that a page has fetched. */
function codeOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return [...new Set(fetched)].filter((address) => /^\/mfe\/.*\.(js|css)$/.test(new URL(address).pathname))
  })
}

async function packed(request: APIRequestContext, addresses: string[]): Promise<number> {
  const bodies = await Promise.all(addresses.map(async (address) => (await request.get(address)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}
