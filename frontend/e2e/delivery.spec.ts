import { type APIRequestContext, expect, test } from '@playwright/test'
import { readWithCard } from './support/card'
import { publish } from './support/publish'

/*
 * The delivery of an image by the real services, without the front end: every format of it, the card of its page, and what
 * is left after its owner deletes it.
 */

test('an image is delivered in every format, and is gone after its deletion', async ({ request }) => {
  const caption = `<b>Wax & "wicks" ${Date.now()}`
  const published = await publish(request, caption)

  const shown = await test.step('the gallery lists it with its variants', () => findImage(request, published.id))
  expect(shown.variants.map(({ width }) => width)).toEqual([320, 640])
  expect(shown.placeholder.length).toBeLessThanOrEqual(200)
  const forms = [shown.objectName, ...shown.variants.map(({ objectName }) => objectName)].map(
    (name) => `/media/${name}`,
  )
  const sizes: number[] = []
  for (const address of forms) {
    const answer = await request.get(address)
    expect(answer.status(), address).toBe(200)
    const headers = answer.headers()
    expect(headers['content-type']).toBe(address.endsWith('.png') ? 'image/png' : 'image/webp')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['set-cookie']).toBeUndefined()
    sizes.push((await answer.body()).length)
    const part = await request.get(address, { headers: { range: 'bytes=0-99' } })
    expect([part.status(), (await part.body()).length]).toEqual([206, 100])
  }
  const [whole = 0, narrow = 0, wide = 0] = sizes
  expect(narrow, `${sizes}`).toBeLessThan(wide)
  expect(wide, `${sizes}`).toBeLessThan(whole / 4)

  await test.step('its page has metadata before any script runs', async () => {
    const page = await readWithCard(request, `/gallery/${published.id}`)
    expect(page).toContain('&lt;b&gt;Wax &amp; &#34;wicks&#34;')
    expect(page).not.toContain('<b>Wax')
    const image = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(image).toMatch(/^https?:\/\//)
    expect((await request.get(image)).status()).toBe(200)
  })

  await test.step('its owner deletes it', async () => {
    const deletion = await request.delete(`/api/v1/publications/${published.id}`)
    expect(deletion.status()).toBe(200)
    for (const address of forms) {
      const answer = await request.get(address)
      expect([answer.status(), answer.headers()['cache-control']], address).toEqual([410, 'no-store'])
    }
    expect((await request.delete(`/api/v1/publications/${published.id}`)).status(), 'once more').toBe(200)
  })

  await test.step('the gallery and its page do not show it any more', async () => {
    await expect.poll(async () => (await request.get(`/api/v1/images/${published.id}`)).status()).toBe(404)
    await expect.poll(async () => (await request.get(`/gallery/${published.id}`)).status()).toBe(404)
    await expect(async () => {
      expect((await images(request)).map(({ id }) => id)).not.toContain(published.id)
    }).toPass({ timeout: 60_000 })
  })
})

interface Shown {
  id: string
  objectName: string
  placeholder: string
  variants: { objectName: string; width: number }[]
}

async function images(request: APIRequestContext): Promise<Shown[]> {
  const answer = await request.get('/api/v1/images?pageSize=100')
  expect(answer.headers()['cache-control']).toBe('public, max-age=1')
  return (await answer.json()).images
}

async function findImage(request: APIRequestContext, id: string): Promise<Shown> {
  let shown: Shown | undefined
  await expect(async () => {
    shown = (await images(request)).find((image) => image.id === id)
    expect(shown?.id).toBe(id)
  }).toPass({ timeout: 60_000 })
  return shown as Shown
}
