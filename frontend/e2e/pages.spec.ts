import { expect, test } from './support/test'

const soon = {
  '/picks': 'McTrenches',
  '/lore': 'The Legendary McWick',
  '/wall': 'Wall of Flame',
  '/pfp': 'McPFP Generator',
  '/bictok': 'BicTok Generator',
  '/verse': 'McWickverse',
}

for (const [path, title] of Object.entries(soon)) {
  test(`${path} says that it is not there yet`, async ({ page, inspect }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · McWick`)
    await inspect(`soon${path.replace('/', '-')}`)
  })
}

test('the menu leads on, with title and focus on the new page', async ({ page, inspect, isMobile }) => {
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

test('a filter with nothing to show says so', async ({ page, inspect }) => {
  await page.goto('/gallery')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('McArt')
  await expect(page).toHaveURL(/\?type=art$/)
  await expect(page.getByText(/^No images found for the selected filters\./)).toBeVisible()
  await inspect('gallery-empty')
})
