import type { Page, Route } from '@playwright/test'
import { holdRequests } from './support/states'
import { expect, test } from './support/test'

const entry = '**/mfe/gallery/remoteEntry.js*'
const chunk = '**/mfe/gallery/assets/app-*.js'
const script = { contentType: 'text/javascript' }

/** The ways in which the code of a remote fails to load. */
const failures: Record<string, { address: string; answer: (route: Route) => unknown }> = {
  'a 404': { address: entry, answer: (route) => route.fulfill({ status: 404 }) },
  'a 500': { address: entry, answer: (route) => route.fulfill({ status: 500 }) },
  'no answer': { address: entry, answer: () => undefined },
  'a page instead of code': {
    address: entry,
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' }),
  },
  'a missing chunk': { address: chunk, answer: (route) => route.fulfill({ status: 404 }) },
  'a syntax error': { address: entry, answer: (route) => route.fulfill({ ...script, body: 'export const {' }) },
}

test.describe('when a remote responds with', () => {
  test.use({ allowedProblem: /Failed to (load|fetch)|remoteEntry|gallery|MIME type|Unexpected|SyntaxError|import/ })

  for (const [name, { address, answer }] of Object.entries(failures)) {
    test(`${name}, its page shows an error and recovers`, async ({ page }) => {
      await page.clock.install()
      await page.route(address, answer)
      await page.goto('/gallery')
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(again.or(page.getByText('Melting the page into shape'))).toBeVisible()
      await page.clock.fastForward('00:09') // past the time-out
      await expect(again).toBeVisible()
      const release = await holdRequests(page, address)
      const card = page.getByRole('article').first()
      await again.click()
      release()
      await expect(card.or(again)).toBeVisible()
      if (await again.isVisible()) await again.click() // a chunk that failed is forgotten with the page alone
      await expect(card).toBeVisible()
    })
  }

  test('nothing, the rest of the site works', async ({ page, inspect }) => {
    await page.route(entry, (route) => route.fulfill({ status: 503 }))
    await page.goto('/gallery')
    await expect(page.getByText('This part of the house stays dark.')).toBeVisible()
    await inspect('remote-failed')
    await page.getByRole('button', { name: 'Gallery' }).click()
    await page.getByRole('link', { name: /^McMemer AI/ }).click()
    await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeVisible()
  })
})

test('a remote is prefetched on hover', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Contract address' })).toBeVisible() // the scripts run
  const loaded = page.waitForResponse(/\/mfe\/studio\/assets\/app-.*\.js$/)
  await page.getByRole('link', { name: 'Make a meme' }).hover()
  await loaded
  await expect(page).toHaveURL('/')
})

test('the entry of a remote may change while the shell is open', async ({ page, request }) => {
  await page.goto('/')
  // Another release of the gallery, at another URL: the shell reads it from the site configuration on its next load.
  await page.route('**/moved/v2/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const answer = await request.get(pathname.replace('/moved/v2', '/mfe/gallery'))
    await route.fulfill({
      body: await answer.body(),
      headers: { 'content-type': answer.headers()['content-type'] ?? '' },
    })
  })
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json()
    for (const remote of config.remotes) if (remote.name === 'gallery') remote.entry = '/moved/v2/remoteEntry.js'
    await route.fulfill({ json: config })
  })
  await page.goto('/gallery')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await loadedFrom(page, '/moved/v2/')).toBeGreaterThan(1)
  expect(await loadedFrom(page, '/mfe/gallery/assets/app-'), 'but the entry, which the document preloads').toBe(0)
})

// Verifies NAV-11.
test('the code of a page is requested together, not one module after the other', async ({ page }) => {
  await page.goto('/gallery')
  await expect(page.getByRole('article').first()).toBeVisible()
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  )
  expect(preloaded).toContain('/mfe/gallery/remoteEntry.js')
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const own = scripts.filter((path) => /^\/mfe\/gallery\/assets\/app-.*\.js$/.test(path))
  expect(own.length).toBeGreaterThan(0)
  expect(preloaded).toEqual(expect.arrayContaining(own))
})

test('there is one React in the page', async ({ page, request }) => {
  await page.goto('/ai')
  await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeVisible()
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/gallery"]')?.click())
  await expect(page.getByRole('article').first()).toBeVisible()
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  )
  const bodies = await Promise.all(scripts.map(async (address) => (await request.get(address)).text()))
  const mark = 'rendererPackageName' // stands in the renderer alone
  expect(scripts.filter((_, index) => bodies[index]?.includes(mark))).toHaveLength(1)
})

function loadedFrom(page: Page, folder: string): Promise<number> {
  return page.evaluate(
    (part) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(part)).length,
    folder,
  )
}
