import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { publish } from './support/publish'
import { expect, test } from './support/test'

/*
 * Runs after the other tests: retiring a seal key invalidates the device cookies of all browsers that did not return before.
 * The steps are those of deploy/runbooks/procedures/rotation.md.
 */

const keys = join(process.env.MCWICK_DATA ?? '', 'secrets', 'seal-keys')

// Verifies OPS-10.
test('an open page keeps its likes and images over a rotation of the seal keys', async ({
  page,
  playwright,
  baseURL,
}) => {
  const caption = `Rotation ${Date.now()}`
  const { id } = await publish(page.request, caption)
  await expect.poll(async () => (await page.request.get(`/api/v1/images/${id}`)).status()).toBe(200) // the gallery hears of it
  await page.goto(`/gallery/${id}`)
  const like = page.getByRole('button', { name: /^Like this picture/ })
  const stored = page.waitForResponse((response) => response.url().endsWith('/like') && response.ok())
  await like.click()
  await expectLiked(page)
  await stored

  const former = (await readFile(keys, 'utf8')).trim()
  const formerID = former.split(' ')[0]
  const nextID = `e2e-${Date.now().toString(36)}`
  const next = `${nextID} ${randomBytes(32).toString('hex')}`
  expect(await sealedBy(page)).toBe(formerID)
  const sealedByFormer = await page.context().storageState()

  await test.step('the next key is accepted', async () => {
    await write(former, next)
    await page.reload()
    await expectMine(page, id, caption)
    expect(await sealedBy(page)).toBe(formerID)
  })
  await test.step('the next key seals', async () => {
    await write(next, former)
    await expect(async () => {
      await page.reload() // a file is looked at once a second
      expect(await sealedBy(page)).toBe(nextID)
    }).toPass()
    await expectMine(page, id, caption)
  })
  await test.step('the previous key is retired', async () => {
    await write(next)
    const old = await playwright.request.newContext({ baseURL, storageState: sealedByFormer })
    await expect.poll(() => published(old)).not.toContain(id) // its cookie is none any more
    await old.dispose()
    await page.reload()
    await expectMine(page, id, caption)
    expect(await sealedBy(page)).toBe(nextID)
  })
  await test.step('the open page still works: it deletes its image', async () => {
    expect((await page.request.delete(`/api/v1/publications/${id}`)).ok()).toBe(true)
    expect(await published(page.request)).not.toContain(id)
  })
})

/** Replaces the key file as an operator does. */
async function write(...lines: string[]) {
  const beside = join(process.env.MCWICK_DATA ?? '', 'seal-keys.next')
  await writeFile(beside, `${lines.join('\n')}\n`, { mode: 0o600 })
  await rename(beside, keys)
}

/** The id of the key that sealed the browser's device cookie. */
async function sealedBy(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.map(({ value }) => value.split('.')).find(([version, , , seal]) => version === '2' && seal)?.[1]
}

async function expectLiked(page: Page) {
  await expect(page.getByRole('button', { name: /^You like this picture/ })).toBeDisabled()
}

async function published(request: APIRequestContext): Promise<string[]> {
  const { publications = [] } = await (await request.get('/api/v1/publications')).json()
  return publications.map((publication: { id: string }) => publication.id)
}

/** Expects the same visitor as before, who likes the image and owns it. */
async function expectMine(page: Page, id: string, caption: string) {
  await expectLiked(page)
  await expect(page.getByText(caption).first()).toBeVisible()
  expect(await published(page.request)).toContain(id)
}
