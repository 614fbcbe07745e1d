import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/test'

const kilobyte = 1024

/** The size limit of each part; 17.5 KB of the largest remote are its drawings. */
const bundles: Record<string, { kilobytes: number }> = JSON.parse(
  readFileSync(new URL('../packages/mf-config/bundles.json', import.meta.url), 'utf8'),
)
const bytesOf = (part: string) => (bundles[part]?.kilobytes ?? 0) * kilobyte

test('shell and remotes stay within their size limits', async ({ page, request }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Meet McWick' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const shell = await initialCode(page)
  const sizes: Record<string, number> = { shell: await compressedSize(request, shell) }
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
    const beyond = (await remoteCode(page)).filter((address) => !shell.includes(address))
    expect(beyond.length, `${remote} is loaded`).toBeGreaterThan(1)
    sizes[remote] = await compressedSize(request, beyond)
    expect(sizes[remote], `${remote} beyond the shell`).toBeLessThanOrEqual(bytesOf(remote.split(' ')[0] ?? ''))
  }
  console.log('gzip bytes:', sizes)
})

/** Returns the scripts and styles that the document loads. */
function initialCode(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
      'script[src], link[rel=modulepreload], link[rel=stylesheet]',
    )
    return [...new Set([...named].map((tag) => ('src' in tag ? tag.src : tag.href)))]
  })
}

/** Returns the scripts and styles of remotes that the page has loaded. */
function remoteCode(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return [...new Set(fetched)].filter((address) => /^\/mfe\/.*\.(js|css)$/.test(new URL(address).pathname))
  })
}

async function compressedSize(request: APIRequestContext, addresses: string[]): Promise<number> {
  const bodies = await Promise.all(addresses.map(async (address) => (await request.get(address)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}
