import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAfterReload, publish } from './support/publish'
import { failRequests, holdTimers } from './support/states'
import { expect, test } from './support/test'
import { captureTrace, expectJourney } from './support/trace'

const folder = process.env.MCWICK_DATA
const foreignUser = { xHandle: '<b>@wick</b>', publicKey: 'ab'.repeat(32) }

test.describe.configure({ mode: 'parallel' }) // many, and among the last: one after the other, other workers would wait for them

// Verifies VERSE-11, VERSE-14.
test('a new key logs in, and the private key never leaves the page', async ({ page, context, browser, inspect }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const closeWelcome = await holdTimers(page, 2000)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers())))
  await page.goto('/verse')
  await page.getByRole('button', { name: 'Generate New Key' }).click()
  const field = page.getByRole('textbox', { name: 'Private Key' })
  await expect(field).toBeVisible()
  const secret = await field.inputValue()
  // secrets.spec.ts, which runs last, searches for every secret of this folder.
  if (folder) await appendFile(join(folder, 'secrets', `private-key-${secret.slice(0, 6)}`), secret)
  await page.getByRole('button', { name: 'Show as a QR code' }).click()
  await inspect('verse-new-key')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toContainText('You have not copied or saved the private key')
  await inspect('verse-unsafe')
  await page.getByRole('button', { name: 'Back to the key' }).click()
  await page.getByRole('button', { name: 'Copy the private key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to the McWickverse!' })).toBeVisible()
  await closeWelcome()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Your McWickverse Profile' })).toBeVisible()
  await inspect('verse-profile')

  const handle = `wick_${Date.now()}`
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'X Handle' }).fill(handle)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your handle is saved.')).toBeVisible()

  await test.step('the browser stores it as non-extractable', async () => {
    await page.context().clearCookies({ name: /mwsid$/ })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible() // proven again, in silence
    const kept = await browserStorage(page)
    expect(kept).toContain('"extractable":false')
    expect(kept).not.toContain(secret)
  })

  await test.step('logging out affects every tab', async () => {
    const other = await context.newPage()
    await other.goto('/gallery')
    const corner = (tab: Page) => tab.getByRole('button', { name: `Your corner, @${handle}` })
    await expect(corner(other)).toBeVisible()
    await corner(page).click()
    await expect(page.getByText('McHODLR').first()).toBeVisible()
    await inspect('verse-corner')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('button', { name: 'Enter Existing Key' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Your key to the McWickverse' })).toBeVisible()
    expect(await browserStorage(page)).not.toContain('verifyKey')
    await other.close()
  })

  await test.step('it logs in on another device', async () => {
    const elsewhere = await browser.newContext()
    const phone = await elsewhere.newPage()
    await phone.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
    phone.on('request', (request) => sent.push(request.url(), request.postData() ?? ''))
    await phone.goto('/verse')
    await phone.getByRole('button', { name: 'Enter Existing Key' }).click()
    await phone.getByRole('textbox', { name: 'Public Key' }).fill(secret.toUpperCase())
    await phone.getByRole('button', { name: 'Enter McWickverse' }).click()
    await expect(phone.getByText(`@${handle}`).first()).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
    await elsewhere.close()
  })
  expect(sent.length).toBeGreaterThan(20)
  expect(sent.filter((text) => text.toLowerCase().includes(secret))).toEqual([])
})

test.describe('an invalid key', () => {
  test.use({ allowedProblem: /404/ })

  test('is rejected with a reason', async ({ page, inspect }) => {
    await page.goto('/verse')
    await expect(page.getByRole('heading', { name: 'Your Key to the McWickverse' })).toBeVisible()
    await inspect('verse-door')
    await page.getByRole('button', { name: 'Enter Existing Key' }).click()
    const field = page.getByRole('textbox', { name: 'Public Key' })
    const enter = page.getByRole('button', { name: 'Enter McWickverse' })
    await expect(enter).toBeDisabled()
    await field.fill('melted wax')
    await enter.click()
    await expect(page.getByText('Invalid public key format')).toBeVisible()
    await inspect('verse-odd-key')
    await field.fill('0'.repeat(64))
    await enter.click()
    await expect(page.getByRole('alert')).toContainText("Sorry that key doesn't exist, broh!")
    await inspect('verse-unknown-key')
  })
})

test('the publications of a device belong to the first key that it proves', async ({
  page,
  browser,
  request,
  inspect,
}) => {
  const caption = `Before the key ${Date.now()}`
  const { objectName } = await publish(page.request, caption)
  await page.goto('/verse')
  await expect(page.getByRole('img', { name: caption })).toBeVisible() // the device's own, before there is a key
  await page.getByRole('button', { name: 'Generate New Key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Private Key' }).inputValue()
  await page.getByRole('checkbox', { name: 'I saved it' }).check()
  await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('img', { name: caption })).toBeVisible()
  await inspect('verse-posts')

  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await phone.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
  await phone.goto('/verse')
  await phone.getByRole('button', { name: 'Enter Existing Key' }).click()
  await phone.getByRole('textbox', { name: 'Public Key' }).fill(secret)
  const loginTrace = await captureTrace(phone, 'POST', /\/api\/v1\/sessions$/, () =>
    phone.getByRole('button', { name: 'Enter McWickverse' }).click(),
  )
  await expect(phone.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible() // a reload before would lose the session's cookie
  await expectAfterReload(phone.getByRole('img', { name: caption }))
  await phone
    .getByRole('listitem')
    .filter({ has: phone.getByRole('img', { name: caption }) })
    .getByRole('button', { name: 'Take down' })
    .click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Take down' }).click()
  await expect(phone.getByText('Taken down.')).toBeVisible()
  await expect(phone.getByRole('img', { name: caption })).toBeHidden()
  expect((await phone.request.get(`/media/${objectName}`)).status()).toBe(410)
  await expectJourney(request, 'log in', loginTrace)
  await elsewhere.close()
})

test('a replaced key does not log in any more', async ({ page, context, inspect }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/verse')
  await page.getByRole('button', { name: 'Generate New Key' }).click()
  const old = await page.getByRole('textbox', { name: 'Private Key' }).inputValue()
  await page.getByRole('checkbox', { name: 'I saved it' }).check()
  await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
  await page.getByRole('button', { name: 'Replace this key' }).click()
  await page.getByRole('textbox', { name: 'Your private key' }).fill(old)
  await page.getByRole('button', { name: 'Copy the new private key' }).click()
  await inspect('verse-replace')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByText('Your key is replaced.')).toBeVisible()
  const digest = async (text: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
  const asking = { action: 'ACTION_LOGIN', publicKey: await digest(old) }
  expect((await page.request.post('/api/v1/identity/challenges', { data: asking })).status()).toBe(404)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Replace this key' })).toBeVisible() // the browser remembers the new one
})

// Verifies VERSE-28.
test('signing out everywhere logs out a browser that keeps the key', async ({ page, browser }) => {
  await page.goto('/verse')
  await page.getByRole('button', { name: 'Generate New Key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Private Key' }).inputValue()
  await page.getByRole('checkbox', { name: 'I saved it' }).check()
  await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await phone.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
  const everywhere = { name: 'Sign out everywhere' }
  const enterKey = async () => {
    await phone.getByRole('button', { name: 'Enter Existing Key' }).click()
    await phone.getByRole('textbox', { name: 'Public Key' }).fill(secret)
    await phone.getByRole('checkbox', { name: 'Remember this device' }).check()
    await phone.getByRole('button', { name: 'Enter McWickverse' }).click()
    await expect(phone.getByRole('button', everywhere)).toBeVisible()
    await expect.poll(() => browserStorage(phone)).toMatch(/"since":"/) // the key is stored after the account
  }
  await phone.goto('/verse')
  await enterKey()
  const [, since = ''] = (await browserStorage(phone)).match(/"since":"([^"]+)"/) ?? []
  await expect.poll(() => Date.now() - Date.parse(since)).toBeGreaterThan(1000) // a sign-out in the same second spares it

  await page.getByRole('button', everywhere).click()
  await expect(page.getByText('Signed out on every device, broh.')).toBeVisible()
  await phone.goto('/gallery')
  await expect.poll(() => browserStorage(phone)).not.toMatch(/verifyKey|publicKey/)
  await expect(phone.getByRole('link', { name: 'Your key to the McWickverse' })).toBeVisible()

  await phone.goto('/verse')
  await enterKey()
  await elsewhere.clearCookies({ name: /mwsid$/ })
  await phone.reload()
  await expect(phone.getByRole('button', everywhere)).toBeVisible() // proven again, by the key that is kept anew
  await elsewhere.close()
})

test.describe('an unregistered private key', () => {
  test.use({ allowedProblem: /404/ })

  // Verifies VERSE-6.
  test('is not sent to the server', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''))
    await page.goto('/verse')
    await page.getByRole('button', { name: 'Generate New Key' }).click()
    const secret = await page.getByRole('textbox', { name: 'Private Key' }).inputValue()
    await page.getByRole('checkbox', { name: 'I saved it' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await page.getByRole('button', { name: 'Enter Existing Key' }).click()
    await page.getByRole('textbox', { name: 'Public Key' }).fill(secret)
    await page.getByRole('button', { name: 'Enter McWickverse' }).click()
    await expect(page.getByRole('alert')).toContainText("Sorry that key doesn't exist, broh!")
    expect(sent.filter((text) => text.includes(secret))).toEqual([])
  })
})

// Verifies VERSE-14.
test('the mobile menu contains the account menu', { tag: '@phone' }, async ({ page, inspect }) => {
  await page.goto('/verse')
  await page.getByRole('button', { name: 'Generate New Key' }).tap()
  await page.getByRole('checkbox', { name: 'I saved it' }).tap()
  await page.getByRole('button', { name: 'Understood Broh! Copied.' }).tap()
  await expect(page.getByRole('heading', { name: 'Your McWickverse Profile' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Main' })
  await expect(menu.getByText('McHODLR')).toBeVisible()
  await inspect('verse-menu')
  await menu.getByRole('link', { name: 'View Profile' }).tap()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).tap()
  await menu.getByRole('button', { name: 'Disconnect' }).tap()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Generate New Key' })).toBeVisible()
})

test.describe('a stored account', () => {
  test.use({ allowedProblem: /503|remoteEntry|Failed to/ })

  test('stays shown while the identity service is unavailable', async ({ page }) => {
    await store(page)
    await failRequests('**/api/v1/sessions/**')(page)
    await failRequests('**/api/v1/identity/**')(page)
    await page.goto('/gallery')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('button', { name: `Your corner, ${foreignUser.xHandle}` })).toBeVisible()
    await page.goto('/verse')
    await expect(page.getByText(foreignUser.xHandle).first()).toBeVisible() // as text, whatever it is
  })

  test('shows the login link while the verse remote fails to load', async ({ page }) => {
    await store(page)
    await failRequests('**/mfe/verse/**')(page)
    await page.goto('/gallery')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Your key to the McWickverse' })).toBeVisible()
  })

  async function store(page: Page) {
    await page.addInitScript((user) => localStorage.setItem('mcwick.user', JSON.stringify(user)), foreignUser)
  }
})

test.describe('before the launch', () => {
  test.use({ showEarlyAccess: true, allowedProblem: /503|Failed to/ })

  // Verifies VERSE-16.
  test('the early-access form is shown once', async ({ page, request, inspect }) => {
    const closeWelcome = await holdTimers(page, 2000)
    await page.goto('/gallery')
    await expect(page.getByRole('heading', { name: /^Damn You're So Early, Broh!/ })).toBeVisible()
    await inspect('early-access')
    const field = page.getByRole('textbox', { name: 'X username' })
    const enter = page.getByRole('button', { name: 'Enter McWickverse' })
    await field.fill('no no')
    await enter.click()
    await expect(page.getByText('Please enter a valid X username')).toBeVisible()
    await field.fill(`early_${Date.now()}`) // a name that was judged before is not judged again, on the trace neither
    const entering = await captureTrace(page, 'POST', /\/early-access$/, () => enter.click())
    await expect(page.getByText("You're now part of the early access fam, broh!")).toBeVisible()
    await inspect('early-access-welcome')
    await closeWelcome()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectJourney(request, 'early access', entering)
  })

  // Verifies VERSE-17.
  test('a shared image is shown before the early-access form', async ({ page, inspect }) => {
    const { images } = await (await page.request.get('/api/v1/images?pageSize=100')).json()
    await page.goto(`/gallery/${images.at(-1).id}`)
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: 'Back to the gallery' }).click()
    await expect(page.getByRole('heading', { name: /^Damn You're So Early, Broh!/ })).toBeVisible()
    await inspect('early-access-why')
    await page.getByRole('button', { name: 'Look around first' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: 'Create' }).click()
    await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the site is usable when the early-access form fails', async ({ page }) => {
    await failRequests('**/api/v1/early-access')(page)
    await page.goto('/')
    await page.getByRole('textbox', { name: 'X username' }).fill('early_wick')
    await page.getByRole('button', { name: 'Enter McWickverse' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Look around first' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the early-access form is not shown when its code fails to load', async ({ page }) => {
    await failRequests('**/mfe/verse/**')(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Make a meme' }).click()
    await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeVisible()
  })
})

/** Returns everything that the browser stores of this site, as text. */
function browserStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('mcwick-verse')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const names = [...opened.result.objectStoreNames]
    const all =
      names.length > 0
        ? opened.result
            .transaction(names[0] ?? '')
            .objectStore(names[0] ?? '')
            .getAll()
        : null
    if (all) await new Promise((resolve) => all.addEventListener('success', resolve))
    const describe = (_: string, value: unknown) =>
      value instanceof CryptoKey ? { extractable: value.extractable, type: value.type } : value
    const text = JSON.stringify([all?.result, { ...localStorage }, { ...sessionStorage }], describe)
    opened.result.close()
    return text
  })
}

test.describe('the public profile', () => {
  test.use({ allowedProblem: /404/ })

  // Verifies VERSE-24.
  test('is hidden and shown by its switch', async ({ page, inspect }) => {
    await page.goto('/verse')
    await page.getByRole('button', { name: 'Generate New Key' }).click()
    await page.getByRole('checkbox', { name: 'I saved it' }).click()
    await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
    const isShown = page.getByRole('switch', { name: /^Show my profile at \/@mcanon/ })
    await expect(isShown).toBeChecked()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await inspect('verse-public')
    const path = (await page.getByRole('link', { name: 'See it as others do' }).getAttribute('href')) ?? ''
    for (const visible of [false, true]) {
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
      await isShown.click()
      await saved
      await page.goto(path)
      await expect(
        visible
          ? page.getByRole('heading', { level: 1, name: path.slice(1) })
          : page.getByText('Nobody burns under that handle, broh.'),
      ).toBeVisible()
      await page.goto('/verse')
      await expect(isShown).toBeChecked({ checked: visible })
    }
  })
})
