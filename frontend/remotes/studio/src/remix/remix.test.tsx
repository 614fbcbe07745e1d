import type { Image, JobArtwork } from '@mcwick/api-calls'
import { isAriaDisabled, mockApi, renderPage } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { embedXmp } from '../export/embed-xmp'
import { texts as formTexts } from '../form/texts'
import { MemeMaker } from '../meme-maker'
import { formatRecipe, type Recipe } from '../recipe/recipe'
import { texts as recipeTexts } from '../recipe/texts'
import { actions } from '../suggestions'
import { readPublished } from './source'
import { texts } from './texts'

const id = '0192c5a8-7f00-7000-8000-0123456789ab'
const image: Image = {
  id,
  type: 'meme',
  action: 'selling umbrellas',
  scene: 'in a drought',
  style: 'Claymation',
  caption: 'Diamond hands',
  objectName: 'memes/p.png',
  signature: '',
  handle: '',
  likes: 0,
  placeholder: '',
  source: 'ai',
  hasTexts: false,
  variants: [],
}
const layer: Recipe['layers'][number] = {
  content: 'BUY\nTHE DRIP',
  fontSize: 96,
  fontFamily: 'Bangers',
  color: '#ffc24a',
  rotation: 345,
  x: 300,
  y: 200,
}
const { action, scene, style } = image
const recipe: Recipe = { meme: { action, scene, style }, layers: [layer], parent: id }
const artwork: JobArtwork = { id: 'a1', objectName: 'a1.png', address: '/media/a1.png', source: 'ai', generator: '' }
const picture = (json: string) => embedXmp(new Blob([pngHeader], { type: 'image/png' }), artwork, true, json)
const pngHeader = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...Array(21).fill(0)])

/** Opens the page at an address; navigating changes it, as the shell does. */
function open(path: string, images = [image], isAway = false) {
  const api = mockApi({ images })
  if (isAway) api.fail('GET /api/v1/images/{id}')
  api.on('GET /media/memes/p.png', async () => new Response(await picture(formatRecipe(recipe)), { status: 206 }))
  const search = (href: string) => new URL(href, 'http://localhost').searchParams
  const shell = (href: string) => ({ location: { path: '/ai', search: search(href) }, navigate })
  const addresses: string[] = []
  const navigate = vi.fn((href: string) => {
    addresses.push(href)
    queueMicrotask(() => act(() => page.rerender(shell(href))))
  })
  const page = renderPage(<MemeMaker />, shell(path))
  return { api, addresses, client: page.client, go: (href: string) => page.rerender(shell(href)) }
}

const cancel = 'POST /api/v1/jobs/{id}/cancel'
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const shown = () => [
  field("What's WaxTest doing?").value,
  field('Describe the scene').value,
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Choose Art Style' }).value,
]
const choose = (file: Blob) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  return userEvent.upload(input, new File([file], 'x.png', { type: 'image/png' }))
}

describe('a remix', () => {
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
  })

  // Verifies AFTER-8.
  it('fills the form from the picture that the address names, and links to it', async () => {
    const { api } = open(`/ai?remix=${id}`)
    const link = await screen.findByRole('link', { name: 'Diamond hands' })
    expect(link.getAttribute('href')).toBe(`/gallery/${id}`)
    expect(link.parentElement?.textContent).toBe('Lit from Diamond hands')
    expect(shown()).toEqual([action, scene, style])
    const [request] = api.requestsTo('GET /media/memes/p.png')
    expect(request?.headers.get('Range')).toBe('bytes=0-65535')
    expect(JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '{}').source.layers).toEqual([layer])
  })

  // Verifies AFTER-8.
  it('keeps what the visitor changed over a reload, and is dropped by Start fresh', async () => {
    const first = open(`/ai?remix=${id}`)
    await screen.findByRole('link', { name: 'Diamond hands' })
    await userEvent.type(field('Describe the scene'), ', at night')
    document.body.replaceChildren()
    const { api, addresses } = open(`/ai?remix=${id}`)
    expect(shown()).toEqual([action, `${scene}, at night`, style])
    await userEvent.click(screen.getByRole('button', { name: 'Start fresh' }))
    await waitFor(() => expect(screen.queryByText(/^Lit from/)).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(addresses).toEqual(['/ai'])
    expect(actions).toContain(shown()[0])
    expect(first.api.requestsTo('GET /api/v1/images/{id}')).toHaveLength(1)
    expect(api.requests.filter(({ route }) => route.startsWith('GET /api/v1/images'))).toEqual([])
  })

  // Verifies AFTER-8.
  it('begins anew by a link to the same picture, and goes on over a reload', async () => {
    const earlier = {
      meme: { action: 'mine', scene, style },
      jobId: 'of-another-tab',
      source: { id, title: 'Diamond hands', layers: [] },
    }
    const stored = () => JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '{}')
    sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify(earlier))
    open(`/ai?remix=${id}`)
    expect(await screen.findByRole('button', { name: 'Generating...' })).toBeTruthy()
    expect(stored().jobId).toBe('of-another-tab')
    document.body.replaceChildren()
    const { api, addresses } = open(`/ai?remix=${id}&new`)
    api.on(cancel, () => Response.json({}))
    await waitFor(() => expect(addresses).toEqual([`/ai?remix=${id}`]))
    expect(shown()).toEqual([action, scene, style])
    expect(stored()).toEqual({ meme: recipe.meme, source: { id, title: 'Diamond hands', layers: [layer] } })
    expect(api.requestsTo(cancel), 'another tab may wait for the job').toEqual([])
  })

  // Verifies AFTER-19.
  it.each([
    ['a remix', [image]],
    ['one that is gone', []],
  ])('cancels the job that the page created when %s takes its place', async (_, images) => {
    const { api, go } = open('/ai', images)
    api.on('POST /api/v1/jobs', () => Response.json({ id: 'j2', state: 'JOB_STATE_QUEUED' }))
    api.hang('GET /api/v1/jobs/{id}/events')
    api.on(cancel, () => Response.json({}))
    await userEvent.click(screen.getByRole('button', { name: 'Generate Scene' }))
    await waitFor(() => expect(sessionStorage.getItem('mcwick.studio.wish.1')).toContain('j2'))
    go(`/ai?remix=${id}&new`)
    await waitFor(() => expect(api.requestsTo(cancel).map(({ id }) => id)).toEqual(['j2']))
  })

  it('shows no drawing while it is read in place of a picture', async () => {
    sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify({ meme: recipe.meme, jobId: 'j1' }))
    const { api } = open(`/ai?remix=${id}`)
    api.hang('GET /media/memes/p.png')
    const events = `data: ${JSON.stringify({ id: 'j1', state: 'JOB_STATE_SUCCEEDED', artwork })}\n\n`
    let finish = () => {}
    api.on(
      'GET /api/v1/jobs/{id}/events',
      () => new Promise((resolve) => (finish = () => resolve(new Response(events)))),
    )
    expect(await screen.findByRole('progressbar')).toBeTruthy()
    await waitFor(() => expect(api.requestsTo('GET /api/v1/jobs/{id}/events')).toHaveLength(1))
    finish()
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByText(texts.loading)).toBeTruthy()
  })

  // Verifies AFTER-9.
  it.each([
    ['is gone', `/ai?remix=${id}`, [], texts.gone],
    ['is no id', '/ai?remix=../../x', [image], texts.gone],
    ['is no meme', `/ai?remix=${id}`, [{ ...image, type: 'pfp' as const }], texts.noMeme],
  ])('says so when the picture %s, and goes on blank', async (_, path, images, message) => {
    const { addresses } = open(path, images)
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(addresses).toEqual(['/ai']))
    expect(actions).toContain(shown()[0])
    expect(screen.queryByText(/^Lit from/)).toBeNull()
  })

  // Verifies AFTER-9.
  it.each([
    ['a remix', { source: { id: id.replace('0', '1'), title: 'Paper hands', layers: [layer] } }],
    ['a job', { jobId: 'j1' }],
  ])('says so also in place of %s that the tab has, and goes on blank', async (_, earlier) => {
    const meme = { action: 'mine', scene, style }
    sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify({ meme, ...earlier }))
    const { addresses } = open(`/ai?remix=${id}&new`, [])
    expect(await screen.findByText(texts.gone)).toBeTruthy()
    await waitFor(() => expect(addresses).toEqual(['/ai']))
    expect(actions).toContain(shown()[0])
    expect(Object.keys(JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '{}'))).toEqual(['meme'])
  })

  it('locks the form until it is filled, and says why', async () => {
    const { api } = open(`/ai?remix=${id}`)
    let arrive = (_: Response) => {}
    api.on('GET /media/memes/p.png', () => new Promise((resolve) => (arrive = resolve)))
    const generate = screen.getByRole('button', { name: 'Generate Scene' })
    expect(isAriaDisabled(generate)).toBe(true)
    expect(generate.getAttribute('aria-describedby')).toBe(screen.getByText(formTexts.loading).id)
    await userEvent.click(generate)
    await userEvent.type(field('Describe the scene'), 'mine')
    expect(shown()[1]).not.toMatch(/mine$/)
    arrive(new Response())
    await screen.findByRole('link', { name: 'Diamond hands' })
    expect(shown()).toEqual([action, scene, style])
    expect(isAriaDisabled(generate)).toBe(false)
    expect(api.requestsTo('POST /api/v1/jobs')).toEqual([])
  })

  it('is not read again by itself after a failure, so that nothing typed is overwritten', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api, client } = open(`/ai?remix=${id}`, [image], true)
    await screen.findByText(texts.failed)
    client.setDefaultOptions({ queries: { refetchInterval: 10_000 } }) // as the shell has it
    await userEvent.type(field('Describe the scene'), 'mine')
    window.dispatchEvent(new Event('visibilitychange'))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(api.requestsTo('GET /api/v1/images/{id}')).toHaveLength(1)
    expect(shown()[1]).toMatch(/mine$/)
  })

  it('is dropped by Generate after a failure', async () => {
    const { addresses } = open(`/ai?remix=${id}`, [image], true)
    await screen.findByText(texts.failed)
    await userEvent.click(screen.getByRole('button', { name: 'Generate Scene' }))
    expect(screen.queryByText(texts.failed)).toBeNull()
    expect(addresses).toEqual(['/ai'])
  })

  // Verifies AFTER-8.
  it.each([
    ['has no recipe', () => picture('')],
    ['has a hostile one', () => picture('{"v":1}')],
  ])('goes on without texts when the picture %s', async (_, file) => {
    const api = mockApi({ images: [image] })
    api.on('GET /media/memes/p.png', async () => new Response(await file()))
    const { meme, source } = await readPublished(id, '/media/')
    expect(meme).toEqual(recipe.meme)
    expect(source.layers).toEqual([])
  })

  it('goes on without texts when the picture has no file, and not when it was taken down', async () => {
    const api = mockApi({ images: [image] })
    api.fail('GET /media/memes/p.png', 404)
    expect((await readPublished(id, '/media/')).source).toMatchObject({ id, layers: [] })
    api.fail('GET /media/memes/p.png', 410)
    await expect(readPublished(id, '/media/')).rejects.toThrow(texts.gone)
  })

  // Verifies AFTER-18.
  it.each(['GET /media/memes/p.png', 'GET /api/v1/images/{id}'])('tries again while %s fails', async (route) => {
    const { api } = open(`/ai?remix=${id}`, [image], route.includes('images'))
    api.fail(route)
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    api.restore('GET /api/v1/images/{id}')
    api.on('GET /media/memes/p.png', async () => new Response(await picture(formatRecipe(recipe))))
    await userEvent.click(screen.getByRole('button', { name: /^Try again/i }))
    expect(await screen.findByRole('link', { name: 'Diamond hands' })).toBeTruthy()
    expect(JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '{}').source.layers).toEqual([layer])
  })

  // Verifies AFTER-6.
  it('opens a picture that was saved from here', async () => {
    const changed = { ...recipe, meme: { ...recipe.meme, scene: 'in a flood' } }
    const { addresses } = open('/ai')
    await choose(await picture(formatRecipe(changed)))
    expect(await screen.findByRole('link', { name: 'Diamond hands' })).toBeTruthy()
    expect(shown()).toEqual([action, 'in a flood', style])
    expect(addresses).toEqual([`/ai?remix=${id}`])
  })

  it('drops no job for a file whose parent arrives late', async () => {
    const { api, addresses } = open('/ai')
    api.hang('POST /api/v1/jobs')
    let arrive = (_: Response) => {}
    api.on('GET /api/v1/images/{id}', () => new Promise((resolve) => (arrive = resolve)))
    await choose(await picture(formatRecipe(recipe)))
    await waitFor(() => expect(api.requestsTo('GET /api/v1/images/{id}')).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Generate Scene' }))
    await act(async () => arrive(Response.json(image)))
    expect(screen.queryByText(/^Lit from/)).toBeNull()
    expect(addresses).toEqual([])
  })

  it('stays away from the page that the visitor went to while its parent arrived', async () => {
    const { api, addresses } = open('/ai')
    let arrive = (_: Response) => {}
    api.on('GET /api/v1/images/{id}', () => new Promise((resolve) => (arrive = resolve)))
    await choose(await picture(formatRecipe(recipe)))
    await waitFor(() => expect(api.requestsTo('GET /api/v1/images/{id}')).toHaveLength(1))
    const stored = sessionStorage.getItem('mcwick.studio.wish.1')
    cleanup()
    await act(async () => arrive(Response.json(image)))
    expect(addresses).toEqual([])
    expect(sessionStorage.getItem('mcwick.studio.wish.1')).toBe(stored)
  })

  // Verifies AFTER-6.
  it('opens a picture that is dropped, and no text', async () => {
    open('/ai')
    const area = screen.getByRole('heading', { level: 1 })
    const before = shown()
    expect(fireEvent.drop(area, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
    expect(shown()).toEqual(before)
    const files = [new File([await picture(formatRecipe(recipe))], 'x.png', { type: 'image/png' })]
    const dataTransfer = { types: ['Files'], files }
    expect(fireEvent.dragOver(area, { dataTransfer }), 'the browser does not open it').toBe(false)
    expect(fireEvent.drop(area, { dataTransfer })).toBe(false)
    expect(await screen.findByRole('link', { name: 'Diamond hands' })).toBeTruthy()
    expect(shown()).toEqual([action, scene, style])
  })

  // Verifies AFTER-6.
  it.each([
    ['was not published', { ...recipe, parent: undefined }],
    ['was taken down', { ...recipe, parent: id.replace('0', '1') }],
  ])('opens a picture that %s, without a parent', async (_, recipe) => {
    const { addresses } = open('/ai')
    await choose(await picture(formatRecipe(recipe as Recipe)))
    expect(await screen.findByText(`Lit from ${texts.file}`)).toBeTruthy()
    expect(shown()).toEqual([action, scene, style])
    expect(addresses).toEqual(['/ai'])
  })

  // Verifies AFTER-7.
  it('changes nothing while the gallery does not say who its parent is', async () => {
    const { api } = open('/ai')
    const before = shown()
    api.fail('GET /api/v1/images/{id}')
    await choose(await picture(formatRecipe(recipe)))
    expect((await screen.findByRole('alert')).textContent).toBe(texts.failed)
    expect(shown()).toEqual(before)
  })

  // Verifies AFTER-7.
  it('says why a file has no recipe, and changes nothing', async () => {
    open('/ai')
    const before = shown()
    await choose(new Blob(['GIF89a']))
    expect((await screen.findByRole('alert')).textContent).toBe(recipeTexts.noPng)
    expect(shown()).toEqual(before)
  })
})
