// Opens the page of a platform whose media are on another origin, a cache: page.mjs ORIGIN MEDIA_BASE PICTURE OBJECT VIDEO
// Pictures and videos must show, a canvas that draws one must be readable, and the editor must read the texts of a remix.
import { createRequire } from 'node:module'

const { chromium } = createRequire(new URL('../../frontend/package.json', import.meta.url))('@playwright/test')
const [origin, media, picture, object, video] = process.argv.slice(2)
const timeout = 30_000
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const failures = []
const check = (what, ok, detail = '') => {
  console.log(`   ${ok ? 'yes' : 'NO '} ${what} ${detail}`)
  if (!ok) failures.push(what)
}
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(timeout)
  page.on('console', (m) => m.type() === 'error' && failures.push(m.text()))
  const fromCache = new Set()
  page.on('response', (r) => r.url().startsWith(media) && r.ok() && fromCache.add(r.url()))

  await page.goto(`${origin}/gallery/${picture}`)
  await page.waitForFunction(
    (base) => [...document.images].some((i) => i.currentSrc.startsWith(base) && i.complete && i.naturalWidth > 0),
    media,
  )
  check('the picture shows', true)

  const color = await page.evaluate(async (source) => {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 8
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0, 8, 8)
    return context.getImageData(0, 0, 1, 1).data[3] // throws when the canvas is tainted
  }, media + object)
  check('a canvas that draws it is readable', color === 255)

  const reading = page.waitForResponse((r) => r.url() === media + object && r.request().resourceType() === 'fetch')
  await page.goto(`${origin}/ai?remix=${picture}`)
  const bytes = await reading
  check('the editor reads the texts of a remix', bytes.ok(), `${bytes.status()}`)

  await page.goto(`${origin}/bictok/${video}`)
  await page.waitForFunction((base) => {
    const player = document.querySelector('video')
    return player?.currentSrc.startsWith(base) && player.readyState > 0
  }, media)
  await page.evaluate(() => {
    document.querySelector('video').textTracks[0].mode = 'showing'
  })
  await page.waitForFunction(() => document.querySelector('video').textTracks[0].cues?.length > 0)
  check('the video plays, with captions', true)
  check('all of it came from the cache', fromCache.size >= 4, `${fromCache.size} objects`)
} catch (error) {
  failures.push(String(error))
} finally {
  await browser.close()
}
for (const failure of failures) console.error(`   ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)
