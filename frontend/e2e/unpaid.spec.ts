import { readFile } from 'node:fs/promises'
import { alphasOf } from './support/pixels'
import { chooseTraits, openPublishDialog } from './support/states'
import { expect, test } from './support/test'
import { expectDownloadSource, expectFileSource } from './support/xmp'

const mark = 'Drawn by the candle, not by AI'
const sentence = 'The AI is away or burnt its budget, so the candle drew this itself'

// Verifies AI-9.
test('without a budget the composer draws a meme, labeled everywhere', async ({ page, inspect }) => {
  await page.goto('/ai')
  await openPublishDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Publish to Instacandle' })
  await expect(dialog.getByText(mark)).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'This is what will hang on the wall' })).toBeVisible()
  await inspect('composed, dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByText(mark)).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
  await inspect('composed, editor')
  await expectDownloadSource(page, 'algorithmicMedia', 'McWick composer')

  await page.getByRole('button', { name: 'Publish to Instacandle' }).click()
  const response = page.waitForResponse(/\/publications$/)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const { id, objectName, variants } = await (await response).json()
  for (const name of [objectName, ...variants.map((variant: { objectName: string }) => variant.objectName)])
    await expectFileSource(page, `/media/${name}`, 'algorithmicMedia', 'McWick composer')

  await expect.poll(async () => (await page.request.get(`/api/v1/images/${id}`)).status()).toBe(200)
  await page.goto(`/gallery/${id}`)
  await expect(page.getByText(mark)).toBeVisible()
  await inspect('composed, picture')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Fresh from the wick' }).getByText(mark).first()).toBeVisible()
  await inspect('composed, landing page')
})

// Verifies AI-9, AFTER-15.
test('without a budget the composer draws a profile picture, labeled as such', async ({ page, inspect }) => {
  await page.goto('/pfp')
  await chooseTraits(page)
  await page.getByRole('button', { name: 'Generate PFP' }).click()
  await expect(page.getByText(mark)).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
  await inspect('composed portrait')
  await expectDownloadSource(page, 'algorithmicMedia', 'McWick composer')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the candle alone' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('mcwick-pfp-candle.png')
  const file = await readFile(await download.path())
  expect([file.readUInt32BE(16), file.readUInt32BE(20)], 'width and height').toEqual([1024, 1024])
  expect(file.toString('latin1')).toContain('digitalsourcetype/algorithmicMedia')
  expect(
    await alphasOf(page, file, [
      [2, 2],
      [1021, 1021],
      [512, 620],
    ]),
  ).toEqual([0, 0, 255])
})
