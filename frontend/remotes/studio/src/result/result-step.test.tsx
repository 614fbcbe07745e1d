import type { JobArtworkSource } from '@mcwick/api-calls'
import { keepWithdrawn } from '@mcwick/forms'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RemixSource } from '../remix/source'
import { captions, secondCaptions } from '../suggestions'
import { ResultStep } from './result-step'

const artwork = { id: 'a1', objectName: 'a1.png', address: '/media/a1.png', source: 'ai', generator: 'gpt-image' }
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

/** Lays texts out; Z and Q are missing from the fonts. */
const layOutAllButZQ = (content: string): Response =>
  Response.json({ ...layout, missingLetters: [...new Set(content.match(/[ZQ]/g))] })

/** The response to layout requests. */
let layOut = layOutAllButZQ

/** The gallery's response to requests for a picture. */
let image = () => problem(404, {})

const published = () => Response.json({ id: 'p1', objectName: 'memes/p1.png', variants: [], placeholder: '' })

async function open(
  preview: () => Response = () => new Response('PNG'),
  publish: () => Response | Promise<Response> = published,
  source: JobArtworkSource = 'ai',
  remixed?: RemixSource,
) {
  const calls: Call[] = []
  const layouts: LayoutCall[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/current')) return Response.json({ user: null })
    if (url.startsWith('/media/')) return new Response('PNG')
    if (url.startsWith('/api/v1/images/')) return image()
    const body = JSON.parse(String(init.body))
    if (url.endsWith('/text-layouts')) {
      layouts.push(body)
      return layOut(body.content)
    }
    calls.push({ url, body })
    return url.endsWith('/preview') ? preview() : publish()
  })
  const onBack = vi.fn()
  const onAgain = vi.fn()
  const props = {
    artwork: { ...artwork, source },
    meme,
    onPublished: () => undefined,
    onBack,
    onAgain,
    source: remixed,
  }
  renderPage(<ResultStep {...props} />)
  return { calls, layouts, onBack, onAgain, canvas: await screen.findByRole('application', { name: 'Place the text' }) }
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
const status = () => screen.getByText(/^Text \d: \d/).textContent
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

/** A canvas context that ignores every call. */
const fakeContext = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as never

/** Presses Download, and returns the file that is saved. */
async function download() {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['P'.repeat(50)])))
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
  await click('Download')
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  return saved[0]
}

describe('ResultStep', () => {
  beforeEach(() => {
    sessionStorage.clear()
    layOut = layOutAllButZQ
    image = () => problem(404, {})
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
  it('starts with a random main caption, and replaces it by others', async () => {
    await open()
    expect(tabs()).toEqual(['Text 1'])
    expect(screen.queryByRole('button', { name: 'Remove text 2' })).toBeNull()
    for (let roll = 0; roll < 5; roll++) {
      const before = text().value
      expect(captions).toContain(before)
      await click('Random text')
      expect(text().value).not.toBe(before)
    }
  })

  // Verifies TEXT-2.
  it('adds, edits and removes a second text', async () => {
    await open()
    const first = text().value
    await click('Add text')
    expect(tabs()).toEqual(['Text 1', 'Text 2'])
    expect(screen.queryByRole('button', { name: 'Add text' })).toBeNull()
    expect(secondCaptions).toContain(text().value)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Text 2', selected: true }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(text().value).toBe(first)
    await click('Remove text 2')
    expect(tabs()).toEqual(['Text 1'])
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Text 1' }))
  })

  it('undoes and redoes by buttons and keys', async () => {
    await open()
    const before = text().value
    await userEvent.clear(text())
    await userEvent.type(text(), 'HELLO')
    await click('Larger text')
    await click('Undo')
    expect(status()).toContain('size 48')
    expect(text().value).toBe('HELLO')
    text().focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(text().value).toBe(before)
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(text().value).toBe('HELLO')
    await click('Redo')
    expect(status()).toContain('size 52')
  })

  it('moves the text by keys; a held key is one undo step', async () => {
    const { canvas } = await open()
    fireEvent.keyDown(canvas, { key: 'ArrowUp', shiftKey: true })
    fireEvent.keyDown(canvas, { key: 'ArrowRight' })
    fireEvent.keyDown(canvas, { key: 'ArrowRight', repeat: true })
    fireEvent.keyDown(canvas, { key: 'ArrowRight', repeat: true })
    expect(status()).toContain('542 across, 462 down')
    await click('Undo')
    expect(status()).toContain('512 across, 462 down')
  })

  it('transforms the text by touch; one gesture is one undo step', async () => {
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
    await click('Undo')
    expect(status()).toContain('512 across, 512 down, size 48, turned 0 degrees')
  })

  it('says when a text runs off the picture, and makes it fit', async () => {
    const { canvas } = await open()
    expect(screen.queryByText(/runs off the picture/)).toBeNull()
    fireEvent.change(text(), { target: { value: 'W'.repeat(60) } })
    expect(screen.getByText(/runs off the picture/).parentElement?.getAttribute('role')).toBe('status')
    await userEvent.clear(text())
    await userEvent.type(text(), 'AMEN')
    expect(screen.queryByText(/runs off the picture/)).toBeNull()
    for (let i = 0; i < 52; i++) fireEvent.click(screen.getByRole('button', { name: 'Move up' }))
    await click('Make it fit')
    expect(screen.queryByText(/runs off the picture/)).toBeNull()
    expect(document.activeElement, 'the button is removed').toBe(canvas)
    await click('Undo')
    expect(status()).toContain('512 across, 0 down')
  })

  it('selects the touched text', async () => {
    const { canvas } = await open()
    await click('Add text')
    fireEvent.pointerDown(canvas, { pointerId: 1, clientX: 512, clientY: 512, button: 0 })
    expect(screen.getByRole('tab', { name: 'Text 1' }).getAttribute('aria-selected')).toBe('true')
  })

  // Verifies TEXT-6.
  it('moves the selected one of two overlapping texts', async () => {
    const { canvas } = await open()
    await click('Add text')
    const touch = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', y: number) =>
      fireEvent[type](canvas, { pointerId: 1, clientX: 512, clientY: y, button: 0 })
    const drag = (from: number, to: number) => {
      touch('pointerDown', from)
      touch('pointerMove', to)
      touch('pointerUp', to)
    }
    drag(920, 512) // moves the second onto the first
    expect(status()).toContain('Text 2: 512 across, 512 down')
    await userEvent.click(screen.getByRole('tab', { name: 'Text 1' }))
    drag(512, 300)
    expect(status()).toContain('Text 1: 512 across, 300 down')
  })

  // Verifies TEXT-1.
  it('keeps the texts over a reload, and forgets them on going back', async () => {
    await open()
    await click('Add text')
    await userEvent.clear(text())
    await userEvent.type(text(), 'KEPT')
    cleanup()
    const { onBack } = await open()
    await userEvent.click(screen.getByRole('tab', { name: 'Text 2' }))
    expect(text().value).toBe('KEPT')
    await click('Back to Form')
    expect(onBack).toHaveBeenCalled()
    cleanup()
    await open()
    expect(tabs()).toEqual(['Text 1'])
  })

  it('shows why the download failed', async () => {
    await open()
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    await click('Download')
    expect((await screen.findByRole('alert')).textContent).toBe('Could not get canvas context')
  })

  // Verifies AI-6, AI-8.
  it.each([
    ['ai', 'Made with AI'],
    ['composer', 'Drawn by the candle, not by AI'],
    ['', 'Made with AI'], // as stored by the last release
  ] as const)('labels an artwork of source %j as %s, also in the publish dialog', async (source, mark) => {
    await open(undefined, undefined, source)
    expect(screen.getByText(mark)).toBeTruthy()
    expect(screen.queryAllByText(/^The AI is away or burnt its budget, so the candle drew this itself/)).toHaveLength(
      source === 'composer' ? 1 : 0,
    )
    await click('Publish to Instacandle')
    expect(within(screen.getByRole('dialog')).getByText(mark)).toBeTruthy()
  })

  // Verifies AI-5, AFTER-6.
  it('embeds XMP into the download', async () => {
    await open()
    const saved = await download()
    const file = await saved?.text()
    expect(file).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')
    expect(file).toContain('"gpt-image"')
    expect(file).toContain('&#34;action&#34;:&#34;dancing&#34;')
    expect(file).not.toContain('parent')
  })

  it("shows the server's preview before publishing", async () => {
    const { calls } = await open()
    await click('Add text')
    await click('Publish to Instacandle')
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByRole('img', { name: 'This is what will hang on the wall' })).toBeTruthy()
    expect(calls[0]?.url).toBe('/api/v1/artworks/a1/preview')
    expect(calls[0]?.body.overlays).toHaveLength(2)
  })

  // Verifies PUB-1.
  it('publishes without a preview, and leaves out empty texts', async () => {
    const { calls } = await open(() => new Response('', { status: 503 }))
    await userEvent.clear(text())
    await click('Publish to Instacandle')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(/^No final look this time/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Published to Gallery!' })).toBeTruthy())
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'It hangs on the wall, broh!' }))
    expect(calls.at(-1)?.body.overlays).toEqual([])
  })

  // Verifies PUB-2, PUB-4.
  it('shows publishing as pending, and why it failed', async () => {
    let answer = (_: Response) => undefined as undefined
    const answered = new Promise<Response>((resolve) => {
      answer = (response) => resolve(response) as undefined
    })
    await open(undefined, () => answered)
    await click('Publish to Instacandle')
    const dialog = within(screen.getByRole('dialog'))
    await waitFor(() => expect(dialog.getByAltText('This is what will hang on the wall')).toBeTruthy())
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
    expect(dialog.getByText('Cancel')).toBeTruthy()
    fireEvent.click(dialog.getByText('Publish'))
    await waitFor(() => expect(isAriaDisabled(dialog.getByText('Publishing...'))).toBe(true))
    fireEvent.click(dialog.getByText('Cancel'))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })) // Escape
    expect(isAriaDisabled(dialog.getByText('Cancel')), 'what is sent cannot be stopped').toBe(true)
    answer(problem(429, { code: 'RATE_LIMITED', detail: 'Too many.' }))
    await waitFor(() => {
      expect(dialog.getByText('Failed to publish meme. Please try again.')).toBeTruthy()
      expect(dialog.getByText('The wick needs a breather, broh, so come back in a minute.')).toBeTruthy()
      expect(isAriaDisabled(dialog.getByText('Publish'))).toBe(false)
    })
  })

  describe('after publishing', () => {
    const publishIt = async () => {
      await click('Publish to Instacandle')
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
      fireEvent.click(within(screen.getByRole('dialog')).getByText('Publish'))
      return screen.findByRole('button', { name: 'Published to Gallery!' })
    }
    const publications = (calls: Call[]) => calls.filter(({ url }) => url.endsWith('/publications'))

    // Verifies PUB-3.
    it('disables publishing until something changes', async () => {
      const { calls } = await open()
      const button = await publishIt()
      expect(isAriaDisabled(button)).toBe(true)
      await click('Larger text')
      expect(screen.queryByRole('button', { name: 'Published to Gallery!' })).toBeNull()
      await click('Smaller text')
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Published to Gallery!' }))).toBe(true)
      await click('Larger text')
      await publishIt()
      expect(publications(calls)).toHaveLength(2)
    })

    // Verifies AFTER-13.
    it('celebrates what was published just now, and not again what is as it was', async () => {
      const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
      await open()
      await publishIt()
      expect(scroll).toHaveBeenCalledOnce()
      await click('Larger text')
      await click('Smaller text')
      expect(screen.getByRole('link', { name: 'Telegram' })).toBeTruthy()
      expect(scroll).toHaveBeenCalledOnce()
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Smaller text' }))
      await click('Larger text')
      await publishIt()
      expect(scroll, 'another version').toHaveBeenCalledTimes(2)
    })

    // Verifies PUB-3.
    it('takes nothing as published that was written while it was sent', async () => {
      let answer = (_: Response) => undefined as undefined
      const answered = new Promise<Response>((resolve) => {
        answer = (response) => resolve(response) as undefined
      })
      await open(undefined, () => answered)
      await click('Publish to Instacandle')
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
      const dialog = within(screen.getByRole('dialog'))
      fireEvent.click(dialog.getByText('Publish'))
      await dialog.findByText('Publishing...')
      fireEvent.change(dialog.getByLabelText('Caption (optional)'), { target: { value: 'Second thoughts' } })
      answer(published())
      await waitFor(() => expect(screen.queryByText('Publishing...')).toBeNull())
      expect(screen.queryByRole('button', { name: 'Published to Gallery!' })).toBeNull()
    })

    // Verifies PUB-3.
    it('allows publishing again with another handle or caption', async () => {
      const { calls } = await open()
      await publishIt()
      await click('Change handle or caption')
      const dialog = within(screen.getByRole('dialog'))
      expect(isAriaDisabled(dialog.getByText('Published to Gallery!'))).toBe(true)
      fireEvent.change(dialog.getByLabelText('Caption (optional)'), { target: { value: 'Second thoughts' } })
      fireEvent.click(dialog.getByText('Publish'))
      await waitFor(() => expect(publications(calls)).toHaveLength(2))
      expect(publications(calls)[1]?.body).toMatchObject({ caption: 'Second thoughts' })
    })

    it('keeps the button that the focus returns to when a change of handle or caption is canceled', async () => {
      await open()
      await publishIt()
      const change = screen.getByRole('button', { name: 'Change handle or caption' })
      await userEvent.click(change)
      const dialog = within(screen.getByRole('dialog'))
      fireEvent.change(dialog.getByLabelText('Caption (optional)'), { target: { value: 'Second thoughts' } })
      await userEvent.click(dialog.getByText('Cancel'))
      expect(screen.getByRole('button', { name: 'Publish to Instacandle' })).toBeTruthy()
      expect(change.isConnected, 'the browser returns the focus to it').toBe(true)
    })

    // Verifies AFTER-8.
    it.each([
      ['the parent of a remix while it is not published', false, 'p0'],
      ['what was published', true, 'p1'],
    ])('saves a remix as one of %s', async (_, isPublished, parent) => {
      await open(undefined, undefined, undefined, { id: 'p0', title: 'Diamond hands', layers: [] })
      if (isPublished) await publishIt()
      const saved = await download()
      expect(await saved?.text()).toContain(`&#34;parent&#34;:&#34;${parent}&#34;`)
    })

    // Verifies PUB-3.
    it('keeps an unsent handle and caption over a reload, and forgets them on going back', async () => {
      const fields = () => {
        const dialog = within(screen.getByRole('dialog'))
        return ['Your Handle (optional)', 'Caption (optional)'].map((label) =>
          dialog.getByLabelText<HTMLInputElement>(label),
        )
      }
      await open()
      await click('Publish to Instacandle')
      for (const field of fields()) fireEvent.change(field, { target: { value: 'Kept' } })
      cleanup()
      await open()
      await click('Publish to Instacandle')
      expect(fields().map(({ value }) => value)).toEqual(['Kept', 'Kept'])
      await userEvent.click(within(screen.getByRole('dialog')).getByText('Cancel'))
      await click('Back to Form')
      cleanup()
      await open()
      await click('Publish to Instacandle')
      expect(fields().map(({ value }) => value)).toEqual(['', ''])
    })

    // Verifies PFP-8.
    it('links to the gallery and to the last publication', async () => {
      await open()
      await publishIt()
      expect(screen.getByRole('link', { name: 'See it on the wall' }).getAttribute('href')).toBe('/gallery')
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p1')
      await click('Larger text')
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p1')
    })

    // Verifies AFTER-1, AFTER-2.
    it('shows the picture, ways to send it on and to keep it, and makes another', async () => {
      const { onAgain } = await open()
      await publishIt()
      const sheet = within(screen.getByRole('region', { name: 'It hangs on the wall, broh!' }))
      expect(sheet.getByAltText('What hangs on the wall now').getAttribute('src')).toBe('/media/memes/p1.png')
      for (const name of ['Post on X', 'Telegram', 'WhatsApp', 'Open picture']) {
        const href = decodeURIComponent(sheet.getByRole('link', { name }).getAttribute('href') ?? '')
        expect(href).toContain('/gallery/p1')
      }
      expect(sheet.getByRole('button', { name: 'Download' })).toBeTruthy()
      await click('Another take')
      expect(onAgain).toHaveBeenCalledOnce()
      cleanup()
      vi.restoreAllMocks()
      await open()
      expect(screen.getByRole('button', { name: 'Publish to Instacandle' })).toBeTruthy()
    })

    // Verifies AFTER-1.
    it('shows the sheet for what is published only', async () => {
      await open()
      await publishIt()
      await click('Larger text')
      expect(screen.queryByRole('link', { name: 'Telegram' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
    })

    // Verifies AFTER-8.
    it('begins a remix with the texts of its parent, and publishes it with that', async () => {
      const look = { fontSize: 96, fontFamily: 'Bangers', color: '#ffc24a', rotation: 345, x: 300 } as const
      const layers = [
        { ...look, content: 'BUY', y: 200 },
        { ...look, content: 'THE DRIP', y: 800 },
      ]
      const { calls } = await open(undefined, undefined, undefined, { id: 'p0', title: 'Diamond hands', layers })
      expect(screen.getByRole('link', { name: 'Diamond hands' }).getAttribute('href')).toBe('/gallery/p0')
      expect(tabs()).toEqual(['Text 1', 'Text 2'])
      expect(status()).toBe('Text 1: 300 across, 200 down, size 96, turned 345 degrees')
      await publishIt()
      expect(publications(calls)[0]?.body).toMatchObject({ overlays: layers, parentId: 'p0' })
    })

    // Verifies MOD-36, AFTER-3.
    it('says that a held picture is not public yet', async () => {
      await open(undefined, () => Response.json({ id: 'p1', objectName: 'p1.png', awaitsCheck: true }))
      await click('Publish to Instacandle')
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
      fireEvent.click(within(screen.getByRole('dialog')).getByText('Publish'))
      expect(isAriaDisabled(await screen.findByRole('button', { name: 'Waiting for a look, broh.' }))).toBe(true)
      expect(screen.getByRole('link', { name: 'My posts' }).getAttribute('href')).toBe('/verse')
      expect(screen.queryByRole('link', { name: 'Open picture' })).toBeNull()
      expect(screen.queryByRole('link', { name: 'Telegram' })).toBeNull()
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'My posts' }))
    })

    // Verifies AFTER-16.
    it('takes the same as not published once it is taken down', async () => {
      const { calls } = await open()
      await publishIt()
      cleanup()
      vi.restoreAllMocks()
      keepWithdrawn('p1')
      const again = await open(undefined, () => Response.json({ id: 'p2', objectName: 'memes/p2.png', variants: [] }))
      expect(screen.queryByRole('link', { name: 'Open picture' })).toBeNull()
      await publishIt()
      expect(publications(again.calls)[0]?.body).toEqual(publications(calls)[0]?.body)
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p2')
    })

    // Verifies AFTER-16.
    it('shows a picture that was held as published once the gallery has it', async () => {
      await open(undefined, () => Response.json({ id: 'p1', objectName: '', awaitsCheck: true }))
      await click('Publish to Instacandle')
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(fakeContext)
      fireEvent.click(within(screen.getByRole('dialog')).getByText('Publish'))
      await screen.findByRole('button', { name: 'Waiting for a look, broh.' })
      cleanup()
      vi.restoreAllMocks()
      image = published
      await open()
      expect(await screen.findByRole('button', { name: 'Published to Gallery!' })).toBeTruthy()
      expect(screen.getByAltText('What hangs on the wall now').getAttribute('src')).toBe('/media/memes/p1.png')
      expect(document.activeElement).toBe(document.body)
    })

    // Verifies PUB-3.
    it('stays published after a reload', async () => {
      await open()
      await publishIt()
      cleanup()
      vi.restoreAllMocks()
      await open()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Published to Gallery!' }))).toBe(true)
      expect(screen.getByRole('link', { name: 'Open picture' }).getAttribute('href')).toBe('/gallery/p1')
    })

    // Verifies PUB-3.
    it('shows the error when the limit of versions is reached', async () => {
      const detail = 'That picture went up three times already, broh.'
      let isFull = false
      await open(undefined, () => (isFull ? problem(409, { code: 'ARTWORK_PUBLISHED_ENOUGH', detail }) : published()))
      await publishIt()
      isFull = true
      await click('Larger text')
      await click('Publish to Instacandle')
      fireEvent.click(within(screen.getByRole('dialog')).getByText('Publish'))
      expect(await screen.findByText(detail)).toBeTruthy()
      expect(screen.getByText('It went up three times already.')).toBeTruthy()
      await userEvent.click(within(screen.getByRole('dialog')).getByText('Cancel'))
      await click('Publish to Instacandle')
      expect(screen.queryByText(detail), 'of the last attempt').toBeNull()
    })
  })

  // Verifies TEXT-15.
  it('does not publish a text that cannot be drawn', async () => {
    const { calls } = await open()
    await click('Publish to Instacandle')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Could not get canvas context')
    expect(calls.filter(({ url }) => url.endsWith('/publications'))).toEqual([])
  })

  describe('text layouts', () => {
    const sizes = (layouts: LayoutCall[], count: number) => waitFor(() => expect(layouts).toHaveLength(count))

    it('are requested once per text and when line breaks change', async () => {
      const { layouts, canvas } = await open()
      await sizes(layouts, 1)
      await click('Move up')
      await click('Turn left')
      fireEvent.keyDown(canvas, { key: 'ArrowLeft' })
      for (const _ of [52, 56, 60]) await click('Larger text')
      await userEvent.clear(text())
      await userEvent.type(text(), 'gm')
      await sizes(layouts, 2)
      expect(layouts[1]).toMatchObject({ content: 'gm', fontSize: 60 })
      await click('Larger text')
      await sizes(layouts, 3)
      expect(layouts[2]).toMatchObject({ content: 'gm', fontSize: 64 })
    })

    it('mark characters without a glyph, and disable publishing', async () => {
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

    it('show why the server rejects a text', async () => {
      layOut = () =>
        problem(400, { code: 'TEXT_INVALID', detail: '', fields: [{ field: 'content', detail: 'Not that.' }] })
      await open()
      expect(await screen.findByText('Not that.')).toBeTruthy()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Publish to Instacandle' }))).toBe(true)
    })

    it('show a notice while the preview is approximate', async () => {
      layOut = () => problem(503, { code: 'UNAVAILABLE', detail: '' })
      const { layouts } = await open()
      expect(await screen.findByText(/^This preview is near, not exact/)).toBeTruthy()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Publish to Instacandle' }))).toBe(false)
      layOut = layOutAllButZQ
      await userEvent.type(text(), '!')
      await waitFor(() => expect(screen.queryByText(/near, not exact/)).toBeNull())
      expect(layouts.length).toBeGreaterThan(1)
    })
  })

  it('shows the character counter near the limit, and a hint at the line limit', async () => {
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

  it('keeps all of eight lines when a line break is typed among them, and cuts off what is pasted beyond', async () => {
    await open()
    const eight = ['one', 'two', '3', '4', '5', '6', '7', 'eight'].join('\n')
    fireEvent.change(text(), { target: { value: eight } })
    await userEvent.type(text(), '{Enter}', { initialSelectionStart: 5 })
    expect(text().value).toBe(eight)
    expect(text().selectionStart, 'the caret stays where it was').toBe(5)
    await userEvent.type(text(), 'x', { initialSelectionStart: 5 })
    expect(text().value).toBe(eight.replace('two', 'txwo'))
    text().setSelectionRange(0, 0)
    await userEvent.paste('zero\n')
    expect(text().value.split('\n')).toEqual(['zero', 'one', 'txwo', '3', '4', '5', '6', '7'])
  })

  it('shows which text the server cannot draw', async () => {
    const rejection = JSON.stringify({ code: 'TEXT_NOT_DRAWABLE', detail: 'No font of ours has that letter.' })
    await open(() => new Response(rejection, { status: 400, headers: { 'content-type': 'application/problem+json' } }))
    await click('Publish to Instacandle')
    expect(await screen.findByText('No font of ours has that letter.')).toBeTruthy()
  })
})
