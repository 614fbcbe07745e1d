import { holdTimers, limitImages } from './support/states'
import { expect, test } from './support/test'

test('a page coming soon shows a placeholder', async ({ page, inspect }) => {
  await page.goto('/bictok')
  await expect(page.getByRole('heading', { name: 'BicTok Generator' })).toBeVisible()
  await expect(page).toHaveTitle('BicTok Generator · McWick')
  await inspect('soon')
})

test('the menu navigates, and sets title and focus', { tag: '@both' }, async ({ page, inspect, isMobile }) => {
  await page.goto('/')
  await page.getByRole('button', { name: isMobile ? 'Open the menu' : 'Gallery' }).click()
  await inspect('menu')
  await page.getByRole('link', { name: /^Explore Browse Gallery/ }).click()
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(page).toHaveTitle('Gallery · McWick')
  await expect(page.getByRole('main', { name: 'Gallery' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle(/^McWick · /)
})

// Verifies HOME-4.
test('the landing page is complete, and copies the contract address', async ({ page, inspect, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await holdTimers(page, 2000)
  await page.goto('/')
  for (const name of ['Meet McWick', 'Fresh from the wick', 'NFT AirDrop For McHODLRS', 'McArcade']) {
    const heading = page.getByRole('heading', { name, exact: true, level: 2 })
    await heading.scrollIntoViewIfNeeded()
    await expect(heading).toBeVisible()
  }
  await inspect('home')
  await page.getByRole('button', { name: 'Copy the contract address' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(page.getByRole('contentinfo')).toContainText(address)
  await page.getByRole('link', { name: 'Lore', exact: true }).click()
  await expect(page).toHaveTitle('The Legendary McWick · McWick')
  await expect(page.getByRole('heading', { name: 'Tenets' })).toBeVisible()
  await inspect('lore')
})

// Verifies NAV-7.
test('the back button closes the menu, and a choice replaces its history entry', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/gallery')
  await page.goto('/')
  const menu = page.getByRole('dialog', { name: 'Main' })
  const open = () => page.getByRole('button', { name: 'Open the menu' }).click()
  await open()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/')
  await open()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/')
  await open()
  await menu.getByRole('link', { name: /Wall of Flame/ }).click()
  await expect(page).toHaveURL('/wall')
  await expect(menu).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(menu).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/gallery')
})

// Verifies GAL-10.
test('an empty filter shows the empty state', async ({ page, inspect }) => {
  await limitImages(0)(page) // operators may have imported artwork
  await page.goto('/gallery')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('McArt')
  await expect(page).toHaveURL(/\?type=art$/)
  await expect(page.getByText(/^No images found for the selected filters\./)).toBeVisible()
  await inspect('gallery-empty')
})

test('the style guide shows all components', async ({ page, inspect }) => {
  await page.goto('/styleguide')
  await expect(page.getByRole('region', { name: 'The candle' })).toBeVisible()
  await inspect('styleguide')
  await page.getByRole('button', { name: 'Open a dialog' }).click()
  await inspect('styleguide-dialog')
})
