import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { alphasOf, haveEqualPixels } from './support/pixels'
import { expectPublic, publish } from './support/publish'
import { generatePfp, logIn } from './support/states'
import { expect, test } from './support/test'

const overlay = {
  content: 'QUIET\nPLEASE',
  fontSize: 96,
  fontFamily: 'Bangers',
  color: '#ffc24a',
  rotation: 345,
  x: 300,
  y: 200,
} as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialogButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true })

async function makeMeme(page: Page, text: string) {
  await button(page, 'Generate Scene').click()
  await expect(button(page, 'Publish to Instacandle')).toBeEnabled()
  await page.getByLabel('Your text').fill(text)
}

async function publishMeme(page: Page, caption: string) {
  await button(page, 'Publish to Instacandle').click()
  await page.getByRole('dialog').getByLabel('Caption').fill(caption)
  await dialogButton(page).click()
  await expect(button(page, 'Published to Gallery!')).toBeDisabled()
}

// Verifies AFTER-1, AFTER-2, AFTER-13.
test('a published meme is sent on, saved, opened again and made anew', { tag: '@both' }, async ({ page, inspect }) => {
  const caption = `Wax & fire ${Date.now()}`
  await page.goto('/ai')
  await makeMeme(page, 'LIT AGAIN')
  await publishMeme(page, caption)
  const sheet = page.getByRole('region', { name: 'It hangs on the wall, broh!' })
  await expect(page.getByRole('heading', { name: 'It hangs on the wall, broh!' })).toBeFocused()
  await expect(sheet.getByRole('img', { name: 'What hangs on the wall now' })).toBeVisible()
  const own = (await sheet.getByRole('link', { name: 'Open picture' }).getAttribute('href')) ?? ''
  const url = new URL(own, page.url()).href
  for (const name of ['Post on X', 'Telegram', 'WhatsApp']) {
    const { searchParams } = new URL((await sheet.getByRole('link', { name }).getAttribute('href')) ?? '')
    expect([...searchParams.values()].join(' ')).toContain(caption)
    expect([...searchParams.values()].join(' ')).toContain(url)
  }
  await inspect('after-meme')
  const spark = page.locator('.mc-success-sparks i').first()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(spark).toHaveCSS('opacity', '0') // it has flown off
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(spark).toHaveCSS('opacity', '0.9')
  await expect(spark).toHaveCSS('animation-name', 'none')
  await page.emulateMedia({ reducedMotion: null })

  const scene = await test.step('the download opens again as a remix', async () => {
    await expectPublic(page.request, own)
    const downloading = page.waitForEvent('download')
    await button(page, 'Download').click()
    const file = await readFile(await (await downloading).path())
    await button(page, 'Back to Form').click()
    const scene = page.getByLabel('Describe the scene')
    const before = await scene.inputValue()
    await button(page, 'Random scene').click()
    await expect(scene).not.toHaveValue(before)
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: file })
    await expect(page.getByRole('link', { name: caption })).toHaveAttribute('href', own)
    await expect(page).toHaveURL(new RegExp(`/ai\\?remix=${own.split('/').pop()}$`))
    await expect(scene).toHaveValue(before)
    await inspect('after-opened')
    return before
  })

  await test.step('a file without a recipe changes nothing', async () => {
    const buffer = Buffer.from('GIF89a')
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('alert')).toHaveText('That is no PNG, broh. Bring one that was saved from here.')
    await expect(page.getByLabel('Describe the scene')).toHaveValue(scene)
    await inspect('after-refused')
  })

  await test.step('the remix begins with the texts, and another take too', async () => {
    await button(page, 'Generate Scene').click()
    await expect(page.getByLabel('Your text')).toHaveValue('LIT AGAIN')
    await publishMeme(page, `${caption} again`)
    await expect(page.getByRole('link', { name: caption, exact: true })).toHaveAttribute('href', own)
    await button(page, 'Another take').click()
    await expect(button(page, 'Publish to Instacandle')).toBeEnabled()
    await expect(page.getByLabel('Your text')).toHaveValue('LIT AGAIN')
  })
})

// Verifies AFTER-8.
test('a remix is made from the page of a picture and names it', { tag: '@both' }, async ({
  page,
  request,
  inspect,
}) => {
  const caption = `A parent ${Date.now()}`
  const parent = await publish(request, caption, '', [overlay])
  await expect.poll(async () => (await request.get(`/api/v1/images/${parent.id}`)).status()).toBe(200)
  await page.goto(`/ai?remix=${parent.id}`)
  const link = page.getByRole('link', { name: caption })
  await expect(link).toHaveAttribute('href', `/gallery/${parent.id}`)
  await expect(page.getByLabel('Describe the scene')).toHaveValue('in a library of wax')
  await expect(page.getByLabel('Choose Art Style')).toHaveValue('Anime')
  await inspect('remix-form')
  await page.getByLabel('Describe the scene').fill('in a library of ice')
  await page.reload()
  await expect(page.getByLabel('Describe the scene')).toHaveValue('in a library of ice')
  await button(page, 'Generate Scene').click()
  await expect(page.getByLabel('Your text')).toHaveValue(overlay.content)
  await expect(page.getByText('Text 1: 300 across, 200 down, size 96, turned 345 degrees')).toBeAttached()
  await expect(link).toBeVisible()
  const sent = page.waitForRequest(/\/publications$/)
  await publishMeme(page, `${caption}, remixed`)
  expect((await sent).postDataJSON()).toMatchObject({ parentId: parent.id })
  await page.goto(`/gallery/${parent.id}`)
  await page.getByRole('link', { name: 'Light yours from this one' }).click()
  await expect(page, 'a reload goes on').toHaveURL(new RegExp(`/ai\\?remix=${parent.id}$`))
  await expect(page.getByLabel('Describe the scene'), 'it begins anew').toHaveValue('in a library of wax')
  await button(page, 'Start fresh').click()
  await expect(page).toHaveURL(/\/ai$/)
  await expect(link).toBeHidden()
})

// Verifies AFTER-1.
test('the share sheet of the device gets the picture as it is downloaded', { tag: '@both' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shares: object[] = []
    Object.assign(window, { shares })
    Object.assign(Navigator.prototype, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/png'),
      share: async ({ files = [], title, text, url }: ShareData) => {
        const [file] = files
        const reader = new FileReader()
        reader.onload = () => shares.push({ name: file?.name, type: file?.type, data: reader.result, title, text, url })
        reader.readAsDataURL(file as Blob)
      },
    })
  })
  const caption = `Shared ${Date.now()}`
  await page.goto('/ai')
  await makeMeme(page, 'SEND IT')
  await publishMeme(page, caption)
  const sheet = page.getByRole('region', { name: 'It hangs on the wall, broh!' })
  const own = (await sheet.getByRole('link', { name: 'Open picture' }).getAttribute('href')) ?? ''
  await sheet.getByRole('button', { name: 'Share', exact: true }).click()
  const shares = () => page.evaluate(() => (window as unknown as { shares: { data: string }[] }).shares)
  await expect.poll(() => page.evaluate(() => (window as unknown as { shares: object[] }).shares.length)).toBe(1)
  const [shared] = await shares()
  expect(shared).toMatchObject({
    name: 'mcwick-meme.png',
    type: 'image/png',
    title: 'McWick',
    text: caption,
    url: new URL(own, page.url()).href,
  })
  const downloading = page.waitForEvent('download')
  await button(page, 'Download').click()
  const file = await readFile(await (await downloading).path())
  const received = Buffer.from(shared?.data.split(',')[1] ?? '', 'base64')
  expect([received.readUInt32BE(16), received.readUInt32BE(20)], 'width and height').toEqual([1024, 1024])
  expect(await haveEqualPixels(page, received, file), 'the same pixels').toBe(true)
})

test.describe('when the parent is gone', () => {
  test.use({ allowedProblem: /404/ })

  // Verifies AFTER-9.
  test('the form says so and goes on blank', async ({ page, inspect }) => {
    await page.goto('/ai?remix=0192c5a8-7f00-7000-8000-0123456789ab')
    await expect(page.getByText(/^The picture you want to light from is gone/)).toBeVisible()
    await expect(page).toHaveURL(/\/ai$/)
    await expect(button(page, 'Generate Scene')).toBeEnabled()
    await inspect('remix-gone')
  })
})

// Verifies AFTER-4, AFTER-5.
test('a portrait is sealed, published, and saved round', { tag: '@both' }, async ({ page, inspect }) => {
  await page.goto('/verse')
  await logIn(page)
  await page.goto('/pfp')
  await generatePfp(page)
  await button(page, 'Publish to InstaCandle').click({ timeout: 60_000 })
  const signature = page.getByRole('dialog').getByLabel('Signature')
  await expect(signature).toHaveValue(/^@mcanon[a-z0-9]{6}$/)
  await expect(page.getByText('Sealed with your key, broh.')).toBeVisible()
  await inspect('after-sealed')
  await signature.fill('somebody else')
  await expect(page.getByText('Sealed with your key, broh.')).toBeHidden()
  await dialogButton(page).click()
  await expect(page.getByRole('heading', { name: 'McPFP Published!' })).toBeFocused()
  await inspect('after-portrait')

  const downloading = page.waitForEvent('download')
  await button(page, 'Save it round').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('mcwick-pfp-round.png')
  const file = await readFile(await download.path())
  expect([file.readUInt32BE(16), file.readUInt32BE(20)], 'width and height').toEqual([400, 400])
  expect(file.toString('latin1')).toContain('digitalsourcetype/')
  expect(
    await alphasOf(page, file, [
      [2, 2],
      [200, 200],
    ]),
    'of a corner and the middle',
  ).toEqual([0, 255])
})
