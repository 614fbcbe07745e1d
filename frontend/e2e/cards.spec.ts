import { readFileSync } from 'node:fs'
import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import type { Browser } from '@playwright/test'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { XMLParser } from 'fast-xml-parser'
import jsonld from 'jsonld'
import openGraph from 'open-graph-scraper'
import robotsParser from 'robots-parser'
import { validateXML } from 'xmllint-wasm'
import { readWithCard } from './support/card'
import { publish, shareVideo } from './support/publish'
import { expect, test } from './support/test'
import { context, misplacedValues, vocabulary } from './support/vocabulary'

// What other sites and search engines read, judged by their parsers and published schemas rather than by ours.

const routes = ['/', '/ai', '/gallery', '/picks', '/lore', '/wall', '/pfp', '/bictok', '/verse', '/safety']

/** Its types know neither `safe`, which refuses names without an address, nor what it returns. */
const expand = jsonld.expand as unknown as (document: object, options: object) => Promise<Record<string, unknown>[]>

/** The pages of a signed picture with markup in its caption, of one without a signature, of a video and of a profile. */
let things: { signed: string; unsigned: string; video: string; profile: string }

test.beforeAll('publishes them', async ({ browser, request, baseURL }) => {
  test.setTimeout(400_000) // the video is really made
  const signed = await publish(request, `"Wax" & <b>fire</b> ${Date.now()}`, '@wickedly')
  const unsigned = await publish(request, `Nobody signed this ${Date.now()}`)
  const video = await shareVideo(
    request,
    `Gm, broh. Link cards burn brighter with a film, and this is number ${Date.now()}.`,
  )
  const profile = await register(browser, baseURL)
  things = {
    signed: `/gallery/${signed.id}`,
    unsigned: `/gallery/${unsigned.id}`,
    video: `/bictok/${video.id}`,
    profile,
  }
  for (const path of [`/api/v1/images/${signed.id}`, `/api/v1/images/${unsigned.id}`])
    await expect.poll(async () => (await request.get(path)).status()).toBe(200)
})

/** Makes an account, and returns the path of its profile. */
async function register(browser: Browser, baseURL?: string): Promise<string> {
  const page = await browser.newPage({ baseURL })
  await page.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
  await page.goto('/verse')
  await page.getByRole('button', { name: 'Generate New Key' }).click()
  await page.getByRole('checkbox', { name: 'I saved it' }).click()
  await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
  const path = await page.getByRole('link', { name: 'See it as others do' }).getAttribute('href')
  await page.close()
  return path ?? ''
}

// Verifies CARD-2.
test('a parser of Open Graph finds a whole card on every page', async ({ request, baseURL }) => {
  const titles = new Map<string, string>()
  for (const path of [...routes, ...Object.values(things)]) {
    const html = await readWithCard(request, path)
    const { result, error } = await openGraph({ html })
    expect(error, path).toBe(false)
    expect(result, path).toMatchObject({
      ogUrl: new URL(path, baseURL).href,
      ogTitle: expect.stringMatching(/\S/),
      ogDescription: expect.stringMatching(/\S/),
      ogSiteName: 'McWick',
      twitterCard: 'summary_large_image',
    })
    expect(titles.get(result.ogTitle ?? ''), `the title of ${path} is that of another page`).toBeUndefined()
    titles.set(result.ogTitle ?? '', path)

    const [image] = result.ogImage ?? []
    expect(image, path).toMatchObject({ width: '1200', height: '630', type: 'image/jpeg', alt: expect.any(String) })
    const picture = await request.get(image?.url ?? '')
    expect([picture.status(), picture.headers()['content-type']], image?.url).toEqual([200, 'image/jpeg'])
    expect(sizeOf(await picture.body()), image?.url).toEqual({ width: 1200, height: 630 })
    if (path === things.signed) expect(result.ogTitle).toContain('"Wax" & <b>fire</b>')
    if (path === things.profile)
      expect(result).toMatchObject({ ogType: 'profile', profileUsername: path.slice(1), ogTitle: path.slice(1) })
    expect([result.twitterPlayer, html.match(/twitter:player/)], 'a player needs a page that may be framed').toEqual([
      undefined,
      null,
    ])
    const [film] = result.ogVideo ?? []
    expect(film !== undefined, path).toBe(path === things.video)
    if (!film) continue
    expect(result.ogType).toBe('video.other')
    expect(film).toMatchObject({ type: 'video/mp4', width: '720', height: '1280' })
    expect(new URL(film.url).href, 'absolute').toBe(film.url)
    const part = await request.get(film.url, { headers: { range: 'bytes=0-99' } })
    expect([part.status(), part.headers()['content-type']], film.url).toEqual([206, 'video/mp4'])
  }
})

// Verifies CARD-5.
test('a processor of JSON-LD reads the data of pictures, videos and pages', async ({ request }) => {
  const validator = new Validator(vocabulary)
  for (const path of [...routes, ...Object.values(things)]) {
    const html = await readWithCard(request, path)
    const found = new WebAutoExtractor({ addLocation: true }).parse(html)
    const nodes = Object.values(found.jsonld).flat()
    if ([things.signed, things.unsigned, things.video].includes(path)) expect(nodes, path).toHaveLength(1)
    for (const { '@location': _, ...node } of nodes) {
      const expanded = await expand(node, { documentLoader: loadContext, safe: true })
      expect(expanded.length, path).toBeGreaterThan(0)
      expect(expanded.flatMap(misplacedValues), path).toEqual([])
    }
    const issues = await validator.validate(found)
    const serious = issues.filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg')
    expect(serious, path).toEqual([])
  }
})

// Verifies CARD-6.
test('parsers of robots.txt and sitemaps find the pages, and each page answers', async ({ request, baseURL }) => {
  const at = (path: string) => new URL(path, baseURL).href
  const robots = robotsParser(at('/robots.txt'), await (await request.get('/robots.txt')).text())
  expect(robots.isAllowed(at('/api/v1/images'), 'anybot')).toBe(true)
  expect(robots.isDisallowed(at('/api/v1/wall/entries'), 'anybot')).toBe(true)
  for (const path of routes) expect(robots.isAllowed(at(path), 'anybot'), path).toBe(true)
  expect(robots.getSitemaps()).toEqual([at('/sitemap.xml')])

  const read = async (address: string, schema: string) => {
    const xml = await (await request.get(address)).text()
    const { errors } = await validateXML({ xml, schema: published(schema) })
    expect(errors, address).toEqual([])
    return new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'url' || name === 'sitemap' }).parse(
      xml,
    )
  }
  const { sitemapindex } = await read(at('/sitemap.xml'), 'siteindex.xsd')
  const found: string[] = []
  for (const { loc } of sitemapindex.sitemap) {
    const { urlset } = await read(loc, 'sitemap.xsd')
    expect(urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
    for (const { loc, lastmod } of urlset.url) {
      found.push(loc)
      if (lastmod) expect(Date.parse(lastmod), loc).toBeLessThanOrEqual(Date.now())
    }
  }
  expect(new Set(found).size, 'no page twice').toBe(found.length)
  expect(found).toContain(at('/gallery'))
  for (const address of found.filter((_, index) => index % Math.ceil(found.length / 30) === 0)) {
    expect(robots.isAllowed(address, 'anybot'), address).toBe(true)
    const { pathname } = new URL(address)
    const api = pathname.replace('/gallery/', '/api/v1/images/').replace('/bictok/', '/api/v1/shared-videos/')
    const status = (await request.get(address)).status()
    // what another test made may be withdrawn meanwhile
    if (api === pathname || Object.values(things).includes(pathname)) expect(status, address).toBe(200)
    else if (status !== 200) expect([404, 410], address).toContain((await request.get(api)).status())
  }
})

// Verifies CARD-7.
test('the published schema and the browser find no fault in the web app manifest', async ({ page, request }) => {
  const ajv = addFormats(new Ajv({ strict: false }))
  for (const part of ['web-manifest', 'web-manifest-app-info', 'web-manifest-share-target'])
    ajv.addSchema(JSON.parse(published(`${part}.json`)), `https://json.schemastore.org/${part}.json`)
  const validate = ajv.compile(JSON.parse(published('web-manifest-combined.json')))
  const response = await request.get('/manifest.webmanifest')
  expect(response.headers()['content-type']).toBe('application/manifest+json')
  const manifest = await response.json()
  validate(manifest)
  expect(validate.errors).toBeNull()
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type])
    const png = await icon.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }

  await page.goto('/lore')
  const browser = await page.context().newCDPSession(page)
  expect((await browser.send('Page.getAppManifest')).errors).toEqual([])
  expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
})

/** Reads a file of the folder `schemas`. */
function published(name: string): string {
  return readFileSync(new URL(`./schemas/${name}`, import.meta.url), 'utf8')
}

/** Stands for schema.org, which no test asks. */
async function loadContext(documentUrl: string) {
  expect(documentUrl).toMatch(/^https?:\/\/schema\.org\/?$/)
  return { documentUrl, document: { '@context': context } }
}

/** Returns the size of a JPEG by its frame header. */
function sizeOf(jpeg: Buffer) {
  let at = 2
  while (jpeg.readUInt16BE(at) < 0xffc0 || jpeg.readUInt16BE(at) > 0xffc2) at += 2 + jpeg.readUInt16BE(at + 2)
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) }
}
