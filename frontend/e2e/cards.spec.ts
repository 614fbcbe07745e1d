import type { APIRequestContext } from '@playwright/test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import jsonld from 'jsonld'
import openGraph from 'open-graph-scraper'
import robotsParser from 'robots-parser'
import { publish } from './support/publish'
import { expect, test } from './support/test'

// What other sites and search engines read, judged by their parsers rather than by ours.

const routes = ['/', '/ai', '/gallery', '/picks', '/lore', '/wall', '/pfp', '/bictok', '/verse', '/safety']

/** Its types know neither `safe`, which refuses names without an address, nor what it returns. */
const expand = jsonld.expand as unknown as (document: object, options: object) => Promise<Record<string, unknown>[]>

/** Returns the path of a picture with markup in its caption, and that of a shared video where there is one. */
async function pathsOfThings(request: APIRequestContext): Promise<string[]> {
  const { id } = await publish(request, `"Wax" & <b>fire</b> ${Date.now()}`)
  await expect.poll(async () => (await request.get(`/api/v1/images/${id}`)).status()).toBe(200)
  const { images } = await (await request.get('/api/v1/images?type=video&pageSize=1')).json()
  return [`/gallery/${id}`, ...images.map((video: { id: string }) => `/bictok/${video.id}`)]
}

// Verifies CARD-2.
test('a parser of Open Graph finds a whole card on every page', async ({ request, baseURL }) => {
  const titles = new Map<string, string>()
  for (const path of [...routes, ...(await pathsOfThings(request))]) {
    const html = await (await request.get(path)).text()
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
    if (path.startsWith('/gallery/')) expect(result.ogTitle).toContain('"Wax" & <b>fire</b>')
    if (path.startsWith('/bictok/')) {
      const [video] = result.ogVideo ?? []
      expect(video, path).toMatchObject({ type: 'video/mp4', url: expect.stringMatching(/^https?:\/\/.+\.mp4$/) })
    }
  }
})

// Verifies CARD-5.
test('a processor of JSON-LD reads the data of pictures, videos and pages', async ({ page, request }) => {
  for (const path of [...routes, ...(await pathsOfThings(request))]) {
    const html = await (await request.get(path)).text()
    const scripts = await page.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, 'text/html')
      return [...parsed.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent)
    }, html)
    if (!routes.includes(path)) expect(scripts, path).toHaveLength(1)
    for (const script of scripts) {
      const expanded = await expand(JSON.parse(script ?? ''), { documentLoader: loadContext, safe: true })
      expect(expanded.length, path).toBeGreaterThan(0)
      for (const node of expanded)
        expect(node['@type'], path).toEqual([expect.stringMatching(/^https?:\/\/schema\.org\/[A-Z]/)])
    }
  }
})

// Verifies CARD-6.
test('parsers of robots.txt and sitemaps find the pages, and each page answers', async ({ request, baseURL }) => {
  const at = (path: string) => new URL(path, baseURL).href
  const robots = robotsParser(at('/robots.txt'), await (await request.get('/robots.txt')).text())
  expect(robots.isDisallowed(at('/api/v1/images'), 'anybot')).toBe(true)
  for (const path of routes) expect(robots.isAllowed(at(path), 'anybot'), path).toBe(true)
  expect(robots.getSitemaps()).toEqual([at('/sitemap.xml')])

  const read = async (address: string) => {
    const xml = await (await request.get(address)).text()
    expect(XMLValidator.validate(xml), address).toBe(true)
    return new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'url' || name === 'sitemap' }).parse(
      xml,
    )
  }
  const { sitemapindex } = await read(at('/sitemap.xml'))
  const found: string[] = []
  for (const { loc } of sitemapindex.sitemap) {
    const { urlset } = await read(loc)
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
    expect((await request.get(address)).status(), address).toBe(200)
  }
})

/** Stands for schema.org, which no test asks: every name that has no address is one of its vocabulary. */
async function loadContext(documentUrl: string) {
  expect(documentUrl).toMatch(/^https?:\/\/schema\.org\/?$/)
  return { documentUrl, document: { '@context': { '@vocab': 'https://schema.org/' } } }
}

/** Returns the size of a JPEG by its frame header. */
function sizeOf(jpeg: Buffer) {
  let at = 2
  while (jpeg.readUInt16BE(at) < 0xffc0 || jpeg.readUInt16BE(at) > 0xffc2) at += 2 + jpeg.readUInt16BE(at + 2)
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) }
}
