import type { JobArtworkSource } from '@mcwick/api-calls'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { captions, secondCaptions } from '../suggestions'
import { ResultStep } from './result-step'

const artwork = { id: 'a1', objectName: 'a1.png', source: 'ai', generator: 'gpt-image' }
const meme = { action: 'dancing', scene: 'at home', style: 'Anime' }

interface LayoutCall {
  content: string
  fontSize: number
}

interface Call {
  url: string
  body: { overlays: { content: string }[] }
}

const layout = { baseline: 424, lines: [{ width: 3000, outline: '', emoji: [] }], minFontSize: 32, maxFontSize: 60 }
const problem = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })

/** Every Z and Q is missing from the fonts. */
const wellDrawn = (content: string): Response =>
  Response.json({ ...layout, missingLetters: [...new Set(content.match(/[ZQ]/g))] })

/** How the server lays texts out. */
let layOut = wellDrawn

const published = () => Response.json({ id: 'p1', objectName: 'p1.png' })

async function open(
  preview: () => Response = () => new Response('PNG'),
  publish: () => Response | Promise<Response> = published,
  source: JobArtworkSource = 'ai',
) {
  const calls: Call[] = []
  const layouts: LayoutCall[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/current')) return Response.json({ user: null })
    const body = JSON.parse(String(init.body))
    if (url.endsWith('/text-layouts')) {
      layouts.push(body)
      return layOut(body.content)
    }
    calls.push({ url, body })
    return url.endsWith('/preview') ? preview() : publish()
  })
  const onBack = vi.fn()
  renderPage(<ResultStep artwork={{ ...artwork, source }} meme={meme} onPublished={() => undefined} onBack={onBack} />)
  return { calls, layouts, onBack, canvas: await screen.findByRole('application', { name: 'Place the text' }) }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
const status = () => screen.getByText(/^Text \d: \d/).textContent
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

/** A canvas that takes every stroke and shows none. */
const hollow = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as never

describe('ResultStep', () => {
  beforeEach(() => {
    sessionStorage.clear()
    layOut = wellDrawn
    vi.stubGlobal(
      'FontFace',
      class {
        load = async () => this
      },
    )
    Object.defineProperty(document, 'fonts', { value: new Set(), configurable: true })
    vi.stubGlobal(
      'Image',
      class {
        onload?: () => void
        set src(_: string) {
          queueMicrotask(() => this.onload?.())
        }
      },
    )
    vi.stubGlobal(
      'Path2D',
      class {
        addPath() {}
      },
    )
    HTMLElement.prototype.setPointerCapture = () => undefined
  })

  // Verifies TEXT-1.
  it('begins with one main caption and rolls others, never the same', async () => {
    await open()
    expect(tabs()).toEqual(['Text 1'])
    expect(screen.queryByRole('button', { name: 'Remove text 2' })).toBeNull()
    for (let roll = 0; roll < 5; roll++) {
      const before = text().value
      expect(captions).toContain(before)
      await press('Random text')
      expect(text().value).not.toBe(before)
    }
  })

  // Verifies TEXT-2.
  it('adds a second text, edits it and takes only it away', async () => {
    await open()
    const first = text().value
    await press('Add text')
    expect(tabs()).toEqual(['Text 1', 'Text 2'])
    expect(screen.queryByRole('button', { name: 'Add text' })).toBeNull()
    expect(secondCaptions).toContain(text().value)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Text 2', selected: true }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(text().value).toBe(first)
    await press('Remove text 2')
    expect(tabs()).toEqual(['Text 1'])
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Text 1' }))
  })

  it('takes back and does again, with buttons and keys', async () => {
    await open()
    const before = text().value
    await userEvent.clear(text())
    await userEvent.type(text(), 'HELLO')
    await press('Larger text')
    await press('Undo')
    expect(status()).toContain('size 48')
    expect(text().value).toBe('HELLO')
    text().focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(text().value).toBe(before)
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(text().value).toBe('HELLO')
    await press('Redo')
    expect(status()).toContain('size 52')
  })

  it('places the text with keys; a key held down is one step', async () => {
    const { canvas } = await open()
    fireEvent.keyDown(canvas, { key: 'ArrowUp', shiftKey: true })
    fireEvent.keyDown(canvas, { key: 'ArrowRight' })
    fireEvent.keyDown(canvas, { key: 'ArrowRight', repeat: true })
    fireEvent.keyDown(canvas, { key: 'ArrowRight', repeat: true })
    expect(status()).toContain('542 across, 462 down')
    await press('Undo')
    expect(status()).toContain('512 across, 462 down')
  })

  it('places the text with fingers; all until the last lifts is one step', async () => {
    const { canvas } = await open()
    const touch = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, x: number, y: number) =>
      fireEvent[type](canvas, { pointerId, clientX: x, clientY: y, button: 0 })
    touch('pointerDown', 1, 500, 500)
    touch('pointerMove', 1, 400, 300)
    expect(status()).toContain('412 across, 312 down')
    touch('pointerDown', 2, 500, 300)
    touch('pointerMove', 2, 400, 500)
    expect(status()).toContain('size 96, turned 90 degrees')
    touch('pointerUp', 2, 400, 500)
    touch('pointerUp', 1, 400, 300)
    await press('Undo')
    expect(status()).toContain('512 across, 512 down, size 48, turned 0 degrees')
  })

  it('chooses a text by a touch on it', async () => {
    const { canvas } = await open()
    await press('Add text')
    fireEvent.pointerDown(canvas, { pointerId: 1, clientX: 512, clientY: 512, button: 0 })
    expect(screen.getByRole('tab', { name: 'Text 1' }).getAttribute('aria-selected')).toBe('true')
  })

  // Verifies TEXT-6.
  it('moves the selected text where two lie on each other', async () => {
    const { canvas } = await open()
    await press('Add text')
    const touch = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', y: number) =>
      fireEvent[type](canvas, { pointerId: 1, clientX: 512, clientY: y, button: 0 })
    const drag = (from: number, to: number) => {
      touch('pointerDown', from)
      touch('pointerMove', to)
      touch('pointerUp', to)
    }
    drag(920, 512) // the second onto the first
    expect(status()).toContain('Text 2: 512 across, 512 down')
    await userEvent.click(screen.getByRole('tab', { name: 'Text 1' }))
    drag(512, 300)
    expect(status()).toContain('Text 1: 512 across, 300 down')
  })

  // Verifies TEXT-1.
  it('keeps the texts over a reload, and forgets them on the way back to the form', async () => {
    await open()
    await press('Add text')
    await userEvent.clear(text())
    await userEvent.type(text(), 'KEPT')
    cleanup()
    const { onBack } = await open()
    await userEvent.click(screen.getByRole('tab', { name: 'Text 2' }))
    expect(text().value).toBe('KEPT')
    await press('Back to Form')
    expect(onBack).toHaveBeenCalled()
    cleanup()
    await open()
    expect(tabs()).toEqual(['Text 1'])
  })

  it('says why there is no download', async () => {
    await open()
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    await press('Download')
    expect((await screen.findByRole('alert')).textContent).toBe('Could not get canvas context')
  })

  // Verifies AI-6, AI-8.
  it.each([
    ['ai', 'Made with AI'],
    ['composer', 'Drawn by the candle, not by AI'],
    ['', 'Made with AI'], // of the release before
  ] as const)('says of a picture of the source %j: %s, also before it is published', async (source, mark) => {
    await open(undefined, undefined, source)
    expect(screen.getByText(mark)).toBeTruthy()
    expect(screen.queryAllByText(/^The AI is away or burnt its budget, so the candle drew this itself/)).toHaveLength(
      source === 'composer' ? 1 : 0,
    )
    await press('Publish to Instacandle')
    expect(within(screen.getByRole('dialog')).getByText(mark)).toBeTruthy()
  })

  // Verifies AI-5.
  it('marks what is downloaded', async () => {
    await open()
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(hollow)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['P'.repeat(50)])))
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
    await press('Download')
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    const file = await saved[0]?.text()
    expect(file).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')
    expect(file).toContain('"gpt-image"')
  })

  it("shows the server's picture before it is published", async () => {
    const { calls } = await open()
    await press('Add text')
    await press('Publish to Instacandle')
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByRole('img', { name: 'This is what will hang on the wall' })).toBeTruthy()
    expect(calls[0]?.url).toBe('/api/v1/artworks/a1/preview')
    expect(calls[0]?.body.overlays).toHaveLength(2)
  })

  // Verifies PUB-1.
  it('lets the visitor publish without it, and without empty texts', async () => {
    const { calls } = await open(() => new Response('', { status: 503 }))
    await userEvent.clear(text())
    await press('Publish to Instacandle')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(hollow)
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(/^No final look this time/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Published to Gallery!' })).toBeTruthy())
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'See it on the wall' }))
    expect(calls.at(-1)?.body.overlays).toEqual([])
  })

  // Verifies PUB-2, PUB-4.
  it('says that it publishes, and why it could not', async () => {
    let answer = (_: Response) => undefined as undefined
    const answered = new Promise<Response>((resolve) => {
      answer = (response) => resolve(response) as undefined
    })
    await open(undefined, () => answered)
    await press('Publish to Instacandle')
    const dialog = within(screen.getByRole('dialog'))
    await waitFor(() => expect(dialog.getByAltText('This is what will hang on the wall')).toBeTruthy())
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(hollow)
    expect(dialog.getByText('Cancel')).toBeTruthy()
    fireEvent.click(dialog.getByText('Publish'))
    await waitFor(() => expect(isAriaDisabled(dialog.getByText('Publishing...'))).toBe(true))
    answer(problem(429, { code: 'RATE_LIMITED', detail: 'Too many.' }))
    await waitFor(() => {
      expect(dialog.getByText('Failed to publish meme. Please try again.')).toBeTruthy()
      expect(dialog.getByText('The wick needs a breather, broh, so come back in a minute.')).toBeTruthy()
      expect(isAriaDisabled(dialog.getByText('Publish'))).toBe(false)
    })
  })

  describe('once it is published', () => {
    const publishIt = async () => {
      await press('Publish to Instacandle')
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(hollow)
      fireEvent.click(within(screen.getByRole('dialog')).getByText('Publish'))
      return screen.findByRole('button', { name: 'Published to Gallery!' })
    }
    const publications = (calls: Call[]) => calls.filter(({ url }) => url.endsWith('/publications'))

    // Verifies PUB-3.
    it('cannot be published again until something changes', async () => {
      const { calls } = await open()
      const button = await publishIt()
      expect(isAriaDisabled(button)).toBe(true)
      await press('Larger text')
      expect(screen.queryByRole('button', { name: 'Published to Gallery!' })).toBeNull()
      await press('Smaller text')
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Published to Gallery!' }))).toBe(true)
      await press('Larger text')
      await publishIt()
      expect(publications(calls)).toHaveLength(2)
    })

    // Verifies PUB-3.
    it('takes another handle or caption for another version', async () => {
      const { calls } = await open()
      await publishIt()
      await press('Change handle or caption')
      const dialog = within(screen.getByRole('dialog'))
      expect(isAriaDisabled(dialog.getByText('Published to Gallery!'))).toBe(true)
      fireEvent.change(dialog.getByLabelText('Caption (optional)'), { target: { value: 'Second thoughts' } })
      fireEvent.click(dialog.getByText('Publish'))
      await waitFor(() => expect(publications(calls)).toHaveLength(2))
      expect(publications(calls)[1]?.body).toMatchObject({ caption: 'Second thoughts' })
    })

    // Verifies PFP-8.
    it('leads to the wall and to the page of the last version', async () => {
      await open()
      await publishIt()
      expect(screen.getByRole('link', { name: 'See it on the wall' }).getAttribute('href')).toBe('/gallery')
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p1')
      await press('Larger text')
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p1')
    })

    // Verifies PUB-3.
    it('is still so after a reload', async () => {
      await open()
      await publishIt()
      cleanup()
      vi.restoreAllMocks()
      await open()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Published to Gallery!' }))).toBe(true)
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p1')
    })

    // Verifies PUB-3.
    it("shows the server's sentence when there are versions enough", async () => {
      const detail = 'Three versions of this artwork hang already.'
      let isFull = false
      await open(undefined, () => (isFull ? problem(409, { code: 'ARTWORK_PUBLISHED_ENOUGH', detail }) : published()))
      await publishIt()
      isFull = true
      await press('Larger text')
      await press('Publish to Instacandle')
      fireEvent.click(within(screen.getByRole('dialog')).getByText('Publish'))
      expect(await screen.findByText(detail)).toBeTruthy()
      expect(screen.getByText('Three versions of it hang already.')).toBeTruthy()
    })
  })

  // Verifies TEXT-15.
  it('publishes nothing that it cannot draw', async () => {
    const { calls } = await open()
    await press('Publish to Instacandle')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Could not get canvas context')
    expect(calls.filter(({ url }) => url.endsWith('/publications'))).toEqual([])
  })

  describe('asks for the shapes of its texts', () => {
    const asked = (layouts: LayoutCall[], count: number) => waitFor(() => expect(layouts).toHaveLength(count))

    it('once, and again only for another text or when a line breaks anew', async () => {
      const { layouts, canvas } = await open()
      await asked(layouts, 1)
      await press('Move up')
      await press('Turn left')
      fireEvent.keyDown(canvas, { key: 'ArrowLeft' })
      for (const _ of [52, 56, 60]) await press('Larger text')
      await userEvent.clear(text())
      await userEvent.type(text(), 'gm')
      await asked(layouts, 2)
      expect(layouts[1]).toMatchObject({ content: 'gm', fontSize: 60 })
      await press('Larger text')
      await asked(layouts, 3)
      expect(layouts[2]).toMatchObject({ content: 'gm', fontSize: 64 })
    })

    it('marks the letters that no font has, and says why they cannot be published', async () => {
      await open()
      await userEvent.clear(text())
      await userEvent.type(text(), 'ZZ top Q')
      expect((await screen.findAllByText(/^[ZQ]$/)).map((mark) => mark.tagName)).toEqual(['MARK', 'MARK'])
      expect(text().getAttribute('aria-invalid')).toBe('true')
      const described = document.getElementById(text().getAttribute('aria-describedby') ?? '')
      expect(described?.textContent).toBe('None of our fonts can draw Z Q, so swap them for something else, broh.')
      const publish = screen.getByRole('button', { name: 'Publish to Instacandle' })
      expect(isAriaDisabled(publish)).toBe(true)
      const reason = document.getElementById(publish.getAttribute('aria-describedby') ?? '')
      expect(reason?.textContent).toMatch(/^Text 1 has something on it that we cannot draw/)

      await userEvent.clear(text())
      await userEvent.type(text(), 'top')
      await waitFor(() => expect(isAriaDisabled(publish)).toBe(false))
      expect(text().getAttribute('aria-invalid')).toBe('false')
    })

    it('and tells what the server refuses', async () => {
      layOut = () =>
        problem(400, { code: 'TEXT_INVALID', detail: '', fields: [{ field: 'content', detail: 'Not that.' }] })
      await open()
      expect(await screen.findByText('Not that.')).toBeTruthy()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Publish to Instacandle' }))).toBe(true)
    })

    it('and says when the preview is only near, until they are there', async () => {
      layOut = () => problem(503, { code: 'UNAVAILABLE', detail: '' })
      const { layouts } = await open()
      expect(await screen.findByText(/^This preview is near, not exact/)).toBeTruthy()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Publish to Instacandle' }))).toBe(false)
      layOut = wellDrawn
      await userEvent.type(text(), '!')
      await waitFor(() => expect(screen.queryByText(/near, not exact/)).toBeNull())
      expect(layouts.length).toBeGreaterThan(1)
    })
  })

  it('counts letters near the limit, and lines at it', async () => {
    await open()
    fireEvent.change(text(), { target: { value: 'x'.repeat(159) } })
    expect(screen.queryByText(/characters$/)).toBeNull()
    fireEvent.change(text(), { target: { value: 'x'.repeat(160) } })
    expect(screen.getByText('160/200 characters')).toBeTruthy()
    fireEvent.change(text(), { target: { value: 'x\n'.repeat(6) } })
    expect(screen.queryByText(/line eight/)).toBeNull()
    fireEvent.change(text(), { target: { value: 'x\n'.repeat(7) } })
    expect(screen.getByText(/line eight/)).toBeTruthy()
  })

  it('names what the server refuses to draw', async () => {
    const refusal = JSON.stringify({ code: 'TEXT_NOT_DRAWABLE', detail: 'No font of ours has that letter.' })
    await open(() => new Response(refusal, { status: 400, headers: { 'content-type': 'application/problem+json' } }))
    await press('Publish to Instacandle')
    expect(await screen.findByText('No font of ours has that letter.')).toBeTruthy()
  })
})
