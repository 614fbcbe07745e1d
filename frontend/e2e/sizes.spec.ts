import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/test'

const kilobyte = 1024
const shellBytes = 150 * kilobyte // without what is fetched when the page is at rest
const remoteBytes = 40 * kilobyte // 17.5 KB of the largest one are its drawings

test('the code of the house is within its bytes', async ({ page, request }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Meet McWick' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const shell = await codeOf(page)
  const sizes: Record<string, number> = { shell: await packed(request, shell) }
  expect(sizes.shell, 'the shell and its first page').toBeLessThanOrEqual(shellBytes)

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
    expect(sizes[remote], `${remote} beyond the shell`).toBeLessThanOrEqual(remoteBytes)
  }
  console.log('gzip bytes:', sizes)
})

/** The scripts and styles that a page has fetched. */
function codeOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    const code = [...new Set(fetched)].filter((address) => /\.(js|css)$/.test(new URL(address).pathname))
    return code.filter((address) => !address.includes('/web-vitals-')) // comes seconds later, when the page is at rest
  })
}

async function packed(request: APIRequestContext, addresses: string[]): Promise<number> {
  const bodies = await Promise.all(addresses.map(async (address) => (await request.get(address)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}
