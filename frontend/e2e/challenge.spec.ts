import { pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const cost = 2000
const counter = 150 // the middle of the base difficulty

/** Creates a challenge by the protocol, ALTCHA v2, without its signature, which only the server reads. */
function newChallenge() {
  const nonce = randomBytes(16)
  const salt = randomBytes(16)
  const password = Buffer.concat([nonce, Buffer.alloc(4)])
  password.writeUInt32BE(counter, nonce.length)
  const derivedKey = pbkdf2Sync(password, salt, cost, 32, 'sha256').toString('hex')
  const parameters = {
    algorithm: 'PBKDF2/SHA-256',
    cost,
    expiresAt: Math.floor(Date.now() / 1000) + 600,
    keyLength: 32,
    keyPrefix: derivedKey.slice(0, 32),
    nonce: nonce.toString('hex'),
    salt: salt.toString('hex'),
  }
  return { challenge: { parameters, signature: 'of the server' }, solution: { counter, derivedKey } }
}

/** Puts the gateway under pressure: it hands out this challenge. Returns for what it was requested. */
async function requireSolution(page: Page, { challenge }: ReturnType<typeof newChallenge>) {
  const requested: (string | null)[] = []
  await page.route('**/api/v1/challenge?*', (route) => {
    requested.push(new URL(route.request().url()).searchParams.get('for'))
    return route.fulfill({ json: challenge })
  })
  return requested
}

/** Requests a meme from the visitor's first key on, and returns the solution that the request carried. */
async function generateMeme(page: Page) {
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/jobs'),
  )
  await page.getByRole('textbox', { name: 'Describe the scene' }).fill('at the top of the green candle')
  await page.getByRole('button', { name: 'Generate Scene' }).click()
  const header = (await sending).headers()['mcwick-solution']
  return header && JSON.parse(Buffer.from(header, 'base64').toString())
}

const editor = (page: Page) => page.getByRole('button', { name: 'Publish to InstaCandle' })

// Verifies CHAL-1.
test('under load a worker solves a challenge, and the call carries the solution @both', async ({ page }) => {
  const expected = newChallenge()
  const requested = await requireSolution(page, expected)
  await page.goto('/ai')
  await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeEnabled()
  expect(requested, 'opening the page asks for nothing').toEqual([])
  expect(await generateMeme(page)).toEqual(expected)
  expect(requested).toEqual(['picture'])
  await expect(editor(page)).toBeVisible()
})

// Verifies CHAL-2.
test('a browser without workers gets its picture all the same', async ({ page }) => {
  const requested = await requireSolution(page, newChallenge())
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
  await page.goto('/ai')
  expect(await generateMeme(page)).toBeUndefined()
  expect(requested).toEqual([])
  await expect(editor(page)).toBeVisible()
})
