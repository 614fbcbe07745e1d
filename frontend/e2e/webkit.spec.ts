import { expect } from '@playwright/test'
import { click, clickFound, fill, test, waitFor, waitForText } from './support/webkit'

const pages = ['/', '/gallery', '/ai', '/pfp', '/bictok', '/wall', '/wall?wall=shame', '/verse', '/lore', '/safety']

for (const path of pages) {
  test(`${path} is shown, and fits a narrow window`, async ({ webkit, baseURL }) => {
    await webkit.get(`${baseURL}${path}`)
    await waitFor(webkit, "return document.querySelector('main h1')?.checkVisibility()")
    expect(await webkit.executeScript('return document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })
}

test('a meme is made, published and liked', async ({ webkit, baseURL }) => {
  await webkit.get(`${baseURL}/ai`)
  await click(webkit, 'Generate Scene')
  await waitFor(webkit, "return document.querySelector('canvas')?.checkVisibility()")
  await click(webkit, 'Publish to Instacandle')
  await fill(webkit, 'Caption', 'In another engine')
  await click(webkit, 'Publish')
  await click(webkit, 'Open picture')
  await click(webkit, 'Like this picture, 0 so far')
  await waitFor(webkit, `return document.querySelector('[aria-label="You like this picture, 1 in all"]')`)
  await webkit.navigate().refresh()
  await waitFor(webkit, `return document.querySelector('[aria-label="You like this picture, 1 in all"]')`)
})

test('a new key proves itself after a reload', async ({ webkit, baseURL }) => {
  await webkit.get(`${baseURL}/verse`)
  await click(webkit, 'Generate New Key')
  await click(webkit, 'Copy the private key')
  await click(webkit, 'Understood Broh! Copied.')
  await waitForText(webkit, 'Your McWickverse Profile')
  await click(webkit, 'Edit')
  await fill(webkit, 'X Handle', `webkit_${Date.now() % 1e6}`)
  await click(webkit, 'Save')
  await waitForText(webkit, 'Your handle is saved.')
  await webkit.manage().deleteAllCookies()
  await webkit.navigate().refresh()
  await waitForText(webkit, 'Sign out everywhere')
})

test('a name is nominated', async ({ webkit, baseURL }) => {
  await webkit.get(`${baseURL}/wall`)
  await click(webkit, 'Submit Nomination')
  await fill(webkit, 'X handle', 'another_engine')
  await fill(webkit, 'Reason', 'Renders every flame')
  await click(webkit, 'Submit')
  await waitForText(webkit, 'Nomination received, under review')
})

test('a video is made, and plays', async ({ webkit, baseURL }) => {
  await webkit.get(`${baseURL}/bictok`)
  await fill(webkit, 'Script Prompt', 'A candle in another engine')
  await click(webkit, 'Generate Script')
  await click(webkit, 'Generate Audio')
  await waitFor(webkit, "return document.querySelector('audio')?.duration > 0")
  await click(webkit, 'Generate Video')
  await clickFound(webkit, "return document.querySelector('video')")
  await waitFor(webkit, "return document.querySelector('video').currentTime > 1")
})
