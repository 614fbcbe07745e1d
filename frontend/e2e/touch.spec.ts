import { canvasToPage, dragTouches } from './support/input'
import { expect, test } from './support/test'

test('a meme is made and published by touch', { tag: '@phone' }, async ({ page, inspect }) => {
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const status = (text: string | RegExp) => expect(page.getByText(text)).toBeAttached()

  await page.goto('/ai')
  await button('Random action').tap()
  await inspect('touch-form')
  await button('Generate Scene').tap()
  const canvas = page.getByRole('application', { name: 'Place the text' })
  await expect(canvas).toBeVisible()

  await page.getByLabel('Your text').tap()
  await page.getByLabel('Your text').fill('GM 🚀 BROH')
  await status('Text 1: 512 across, 512 down, size 48, turned 0 degrees')
  await inspect('touch-editor')

  const drag = await canvasToPage(canvas)
  await dragTouches(page, [{ from: drag(512, 512), to: drag(300, 250) }])
  await status(/^Text 1: 300 across, 2(49|50|51) down, size 48, turned 0 degrees$/)
  const pinch = await canvasToPage(canvas)
  await dragTouches(page, [
    { from: pinch(200, 250), to: pinch(300, 50) },
    { from: pinch(400, 250), to: pinch(300, 450) },
  ])
  await status(/^Text 1: \d+ across, \d+ down, size 96, turned 90 degrees$/)

  await button('Add text').tap()
  await status(/^Text 2: 512 across, 920 down/)
  const choose = await canvasToPage(canvas)
  await dragTouches(page, [{ from: choose(300, 250), to: choose(300, 250) }])
  await expect(page.getByRole('tab', { name: 'Text 1', selected: true })).toBeVisible()
  await button('Undo').tap()
  await expect(page.getByRole('tab', { name: 'Text 2' })).toBeHidden()
  await button('Turn left').tap()
  await status(/turned 75 degrees$/)

  await page.getByLabel('Your text').fill('月'.repeat(3) + 'x'.repeat(170))
  await expect(page.getByText('173/200 characters')).toBeVisible()
  await expect(page.getByText('None of our fonts can draw 月')).toBeVisible()
  await expect(button('Publish to Instacandle')).toBeDisabled()
  await inspect('touch-missing')
  await page.getByLabel('Your text').fill('GM 🚀 BROH\nWICK')

  await button('Publish to Instacandle').tap()
  const dialog = page.getByRole('dialog', { name: 'Publish to Instacandle' })
  await expect(dialog.getByRole('img', { name: 'This is what will hang on the wall' })).toBeVisible()
  await inspect('touch-dialog')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).tap()
  await expect(button('Published to Gallery!')).toBeVisible()
  await inspect('touch-published')
  await page.getByRole('link', { name: 'See it on the wall' }).tap()
  await expect(page).toHaveURL(/\/gallery$/)
})
