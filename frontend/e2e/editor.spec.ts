import type { Locator } from '@playwright/test'
import { expectPublic } from './support/publish'
import { expect, test } from './support/test'

test.use({ allowedProblem: /409/ })

// Verifies TEXT-5, PUB-3.
test('a published meme stays, and each change publishes another version', { tag: '@both' }, async ({
  page,
  context,
  inspect,
}) => {
  await page.goto('/ai')
  await page.getByRole('button', { name: 'Generate Scene' }).click()
  const publish = page.getByRole('button', { name: 'Publish to Instacandle' })
  await expect(publish).toBeEnabled()

  await test.step('the second text is placed below the first', async () => {
    await page.getByRole('button', { name: 'Add text' }).click()
    await expect(page.getByText('Text 2: 512 across, 920 down, size 48, turned 0 degrees')).toBeAttached()
  })

  await test.step('the end of the page is not covered by the image', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    for (const name of ['Download', 'Back to Form', 'Publish to Instacandle'])
      await expectUncovered(page.getByRole('button', { name }))
  })

  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'Publish to Instacandle' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const done = page.getByRole('button', { name: 'Published to Gallery!' })
  await expect(done).toBeDisabled()
  await expect(page.getByText('It hangs on the wall, broh!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See it on the wall' }), 'without a scroll').toBeInViewport()
  await expectUncovered(page.getByRole('link', { name: 'See it on the wall' }))
  await expectUncovered(page.getByRole('link', { name: 'Open picture' }))
  await inspect('published-editor')

  await test.step('a reload keeps it, another tab starts empty', async () => {
    await page.reload()
    await expect(done).toBeDisabled()
    const tab = await context.newPage()
    await tab.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
    await tab.goto('/ai')
    await expect(tab.getByRole('button', { name: 'Generate Scene' })).toBeEnabled()
    await tab.close()
  })

  await test.step('a change is another version, of three', async () => {
    const change = async () => {
      await page.getByRole('button', { name: 'Larger text' }).click()
      await publish.click()
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    }
    await change()
    await expect(done).toBeDisabled()
    await change()
    await expect(done).toBeDisabled()
    await change()
    await expect(dialog.getByRole('alert')).toContainText('It went up three times already.')
    await inspect('published-enough')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(done).toBeDisabled()
  })

  await test.step('its page is one click away, and going back shows the top of the editor', async () => {
    const picture = page.getByRole('link', { name: 'Open picture' })
    await expectPublic(page.request, (await picture.getAttribute('href')) ?? '')
    await picture.click()
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
    await page.goBack()
    await expect(done).toBeDisabled()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })
})

/** Expects that nothing covers the center of a control. */
async function expectUncovered(control: Locator) {
  const name = await control.textContent()
  await control.scrollIntoViewIfNeeded()
  await expect
    .poll(
      () =>
        control.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const atop = (x: number, y: number) => document.elementsFromPoint(x, y)[0]
          const own = atop(left + width / 2, top + height / 2)
          const toast = document.querySelector('.toasts .toast')?.getBoundingClientRect()
          const isUnderToast = toast && toast.bottom > top && toast.top < top + height
          return (own === element || element.contains(own ?? null)) && !isUnderToast
        }),
      `${name} is not covered`,
    )
    .toBe(true)
}
