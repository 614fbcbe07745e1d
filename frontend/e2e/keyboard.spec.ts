import { tabTo } from './support/input'
import { expect, test } from './support/test'

// Verifies BICTOK-19.
test('a video is made by keyboard', async ({ page }) => {
  const { keyboard } = page
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const region = (name: string) => page.getByRole('region', { name })
  const prompt = page.getByLabel('Script Prompt')
  const press = async (name: string) => {
    await tabTo(page, button(name))
    await keyboard.press('Enter')
  }

  await page.goto('/bictok')
  await tabTo(page, prompt)
  await keyboard.type('a slow lighthouse [demo:slow:60]')
  for (const [first, next] of [
    ['Horror', 'Thriller'],
    ['Subway Surfer', 'Minecraft'],
    ['Classic', 'Degen'],
  ] as const) {
    await tabTo(page, page.getByRole('radio', { name: first }))
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: next })).toBeChecked()
  }
  await press('Generate Script')
  await expect(region('Your script')).toBeFocused()
  await press('Cancel')
  await expect(button('Generate Script')).toBeEnabled()
  await expect(page.locator('form')).toBeFocused() // the button is gone, and the way on begins here

  await tabTo(page, prompt)
  await keyboard.press('Control+a')
  await keyboard.type('a quick lighthouse')
  await press('Generate Script')
  await expect(page.getByRole('heading', { name: 'Your script' })).toBeVisible()
  await expect(region('Your script')).toBeFocused()
  await press('Generate Audio')
  await expect(page.locator('audio')).toBeVisible()
  await expect(button('Generate Audio')).toBeFocused()
  await tabTo(page, button('Copy the script'), 'Shift+Tab') // past the player's own buttons
  await keyboard.press('Tab')
  await expect(page.locator('audio')).toBeFocused()
  await keyboard.press('Space')
  await expect(page.locator('.bictok-script mark')).toBeVisible()
  await keyboard.press('Space')

  await press('Generate Video')
  await expect(region('Your video')).toBeFocused()
  await press('Cancel')
  await expect(region('Your video')).toBeHidden()
  await expect(region('Your script')).toBeFocused()
  await expect(page.locator('audio')).toBeVisible()
})

// Verifies MEME-2.
test('a meme is made and published by keyboard', async ({ page, inspect }) => {
  const { keyboard } = page
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const status = (text: string) => expect(page.getByText(text)).toBeAttached()

  await page.goto('/ai')
  await tabTo(page, page.getByLabel("What's McWick doing?"))
  await keyboard.press('Control+a')
  await keyboard.type('polishing a trophy')
  await tabTo(page, button('Random scene'))
  await keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Choose Art Style'))
  await keyboard.type('Dig') // the list's own way to search
  await expect(page.getByLabel('Choose Art Style')).toHaveValue('Digital Art')
  await tabTo(page, button('Generate Scene'))
  await keyboard.press('Enter')

  const canvas = page.getByRole('application', { name: 'Place the text' })
  await expect(canvas).toBeVisible()
  await tabTo(page, canvas)
  await keyboard.press('ArrowRight')
  await keyboard.press('Shift+ArrowUp')
  await keyboard.press('+')
  await keyboard.press(']')
  await status('Text 1: 522 across, 462 down, size 52, turned 15 degrees')

  const text = page.getByLabel('Your text')
  await tabTo(page, text)
  await keyboard.press('Control+a')
  await keyboard.insertText('GM 月 🚀 BROH')
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await expect(text).toHaveAccessibleDescription(/None of our fonts can draw 月/)
  await expect(button('Publish to Instacandle')).toBeDisabled()
  await expect(button('Publish to Instacandle')).toHaveAccessibleDescription(/^Text 1 has something on it/)
  await inspect('keys-missing')
  await keyboard.press('Control+a')
  await keyboard.insertText('GM 🚀 BROH')
  await expect(text).toHaveAttribute('aria-invalid', 'false')

  await tabTo(page, page.getByLabel('Font'))
  await keyboard.press('B')
  await expect(page.getByLabel('Font')).toHaveValue('Bangers')
  for (const name of ['Larger text', 'Turn left', 'Move down']) {
    await tabTo(page, button(name), 'Shift+Tab')
    await keyboard.press('Space')
  }
  await status('Text 1: 522 across, 472 down, size 56, turned 0 degrees')

  await tabTo(page, button('Add text'), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Text 2' })).toBeFocused()
  await keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Text 1', selected: true })).toBeFocused()
  await tabTo(page, button('Remove text 2'))
  await keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Text 1' })).toBeFocused()
  await keyboard.press('Control+z')
  await expect(page.getByRole('tab', { name: 'Text 2' })).toBeVisible()

  await tabTo(page, button('Publish to Instacandle'))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish to Instacandle' })
  await expect(dialog.getByRole('img', { name: 'This is what will hang on the wall' })).toBeVisible()
  // The close event fires asynchronously; a dialog opened before it would be closed by it.
  const closed = await dialog.evaluateHandle((element) => ({
    told: new Promise((resolve) => element.addEventListener('close', resolve, { once: true })),
  }))
  await keyboard.press('Escape')
  await closed.evaluate(({ told: closeEvent }) => closeEvent.then(() => undefined))
  await expect(dialog).toBeHidden()
  await expect(button('Publish to Instacandle')).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Your Handle'))
  await keyboard.type('@keyholder')
  await tabTo(page, dialog.getByRole('button', { name: 'Publish', exact: true }))
  await keyboard.press('Enter')
  await expect(button('Published to Gallery!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'It hangs on the wall, broh!' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'See it on the wall' })).toBeFocused()
  for (const name of ['Post on X', 'Telegram', 'WhatsApp']) await tabTo(page, page.getByRole('link', { name }))
  for (const name of ['Copy link', 'Download', 'Another take']) await tabTo(page, button(name))
  await tabTo(page, page.getByRole('link', { name: 'See it on the wall' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery$/)
})
