import type { Job } from '@mcwick/api-calls'
import { keepWithdrawn } from '@mcwick/forms'
import { createTestChallenge, isAccepted, mockJobs, stubWorker } from '@mcwick/jobs/testing'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PfpMaker } from './pfp-maker'
import './pfp-result' // which is loaded within ten seconds
import { texts } from './texts'

const ready = {
  background: 'pastel-blue',
  flame: 'golden',
  base: 'diamond',
  expression: 'laser-eyes',
  headwear: 'crown',
}
const accepted: Partial<Job> = { id: 'j1', state: 'JOB_STATE_QUEUED' }
const done = (id: string): Partial<Job> => ({
  id,
  state: 'JOB_STATE_SUCCEEDED',
  artwork: { id: `a-${id}`, objectName: `${id}.png`, address: `/media/${id}.png`, source: 'ai', generator: '' },
})
const publication = { id: 'p1', objectName: 'memes/p1.png', variants: [], placeholder: '' }
const failed: Partial<Job> = {
  state: 'JOB_STATE_FAILED',
  error: { code: 'IMAGE_FAILED', message: 'Failed to generate image' },
}

/** The updates of the opened job streams, in order; a stream without one stays open. */
const updates: (Partial<Job> | undefined)[] = []
let bodies: { url: string; key: string | null; body: { pfp?: { seed: number } } }[] = []

function open(respond: (url: string) => Response = () => Response.json(accepted)) {
  mockJobs(updates, async (url, init) => {
    if (url.endsWith('/current')) return Response.json({ user: null })
    if (url.startsWith('/media/')) return new Response('PNG')
    const key = new Headers(init.headers).get('Idempotency-Key')
    bodies.push({ url, key, body: JSON.parse(String(init.body ?? '{}')) })
    return respond(url)
  })
  renderPage(<PfpMaker />)
}

const storeRequest = (request: object) => sessionStorage.setItem('mcwick.pfp.wish.1', JSON.stringify(request))
const storedRequest = () => JSON.parse(sessionStorage.getItem('mcwick.pfp.wish.1') ?? '{}')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const pick = (name: string) => userEvent.click(screen.getByRole('radio', { name }))

describe('PfpMaker', () => {
  beforeEach(() => {
    updates.length = 0
    bodies = []
    sessionStorage.clear()
    localStorage.clear()
    vi.stubGlobal(
      'Image',
      class {
        onload?: () => void
        src = ''
        constructor() {
          queueMicrotask(() => this.onload?.())
        }
      },
    )
  })

  // Verifies PFP-1.
  it('shows required and optional trait groups', () => {
    open()
    const legends = screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)
    expect(legends.join()).toBe('Background,Flame Color,Base,Expression,Clothing,Headwear,Accessories')
    expect(screen.getByText('Required Colors')).toBeTruthy()
    expect(screen.getByText('Optional Drip').parentElement?.textContent).toContain('(select at least 2)')
  })

  // Verifies PFP-4.
  it('rotates the waiting messages every 2.5 seconds', async () => {
    vi.useFakeTimers()
    storeRequest({ traits: ready })
    open()
    fireEvent.click(button('Generate PFP'))
    await act(() => vi.advanceTimersByTimeAsync(0))
    const messages: string[] = texts.waitingMessages.messages.map(({ text }) => text)
    const shown = () => messages.indexOf(document.querySelector('p[aria-hidden]')?.textContent ?? '')
    const first = shown()
    expect(first).toBeGreaterThanOrEqual(0)
    await act(() => vi.advanceTimersByTimeAsync(2499))
    expect(shown()).toBe(first)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(shown()).toBe((first + 1) % messages.length)
  })

  // Verifies PFP-2.
  it('disables Generate until the required traits are chosen', async () => {
    open()
    const generate = button('Generate PFP')
    expect(isAriaDisabled(generate)).toBe(true)
    for (const option of ['Pastel Blue', 'Golden Flame', 'Diamond Candle', 'Crown']) await pick(option)
    expect(isAriaDisabled(generate)).toBe(true)
    expect(document.getElementById(generate.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Still needs 1 more drip.',
    )
    await pick('Laser Eyes')
    expect(isAriaDisabled(generate)).toBe(false)
    await userEvent.click(within(screen.getByRole('group', { name: 'Headwear' })).getByRole('radio', { name: 'None' }))
    expect(isAriaDisabled(generate)).toBe(true)
  })

  it('updates the sketch with the chosen traits', async () => {
    open()
    const sketch = () => screen.getByRole<HTMLImageElement>('img', { name: /^Sketch:/ })
    const before = sketch().src
    await pick('Crown')
    expect(sketch().alt).toBe('Sketch: Crown')
    expect(sketch().src).not.toBe(before)
  })

  // Verifies PFP-3, PFP-4.
  it('shows message, traits and a locked button while waiting', async () => {
    storeRequest({ traits: ready })
    open()
    await click('Generate PFP')
    expect(isAriaDisabled(await screen.findByRole('button', { name: 'Generating...' }))).toBe(true)
    expect(texts.waitingMessages.messages.map(({ text }) => text)).toContain(
      document.querySelector('p[aria-hidden]')?.textContent,
    )
    expect(texts.waitingMessages.messages).toHaveLength(8)
    expect(screen.getByText('Laser Eyes')).toBeTruthy()
    expect(bodies[0]?.body).toEqual({ pfp: { ...ready, seed: expect.any(Number) } })
  })

  // Verifies AI-8.
  it('labels an artwork of the composer, and explains why', async () => {
    storeRequest({ traits: ready })
    const drawn = done('j1')
    updates.push({ ...drawn, artwork: { ...drawn.artwork, source: 'composer' } as Job['artwork'] })
    open()
    await click('Generate PFP')
    expect(await screen.findByText('Drawn by the candle, not by AI')).toBeTruthy()
    expect(screen.getByText(/^The AI is away or burnt its budget/)).toBeTruthy()
    await click('Publish to InstaCandle')
    expect(within(screen.getByRole('dialog')).getByText('Drawn by the candle, not by AI')).toBeTruthy()
  })

  // Verifies PFP-5.
  it('shows the artwork, keeps it when regenerating, and clears the traits on going back', async () => {
    storeRequest({ traits: ready })
    updates.push(done('j1'), done('j2'))
    open()
    await click('Generate PFP')
    await screen.findByRole('img', { name: /^Your profile picture: Pastel Blue, .*Crown$/ })
    expect(screen.queryByText('The one before')).toBeNull()
    expect(screen.getByText('Made with AI')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await click('Regenerate')
    expect(await screen.findByText('The one before')).toBeTruthy()
    const [first, second] = bodies.map(({ body }) => body.pfp)
    expect({ ...second, seed: 0 }).toEqual({ ...first, seed: 0 })
    expect(second?.seed).not.toBe(first?.seed)
    expect(storedRequest()).toMatchObject({ former: { id: 'a-j1' }, jobId: 'j2' })
    await click('Back to Traits')
    expect(screen.getAllByRole('radio', { checked: true }).map((radio) => radio.getAttribute('value'))).toEqual([
      '',
      '',
      '',
      '',
    ])
    expect(storedRequest()).toEqual({ traits: {} })
  })

  // Verifies PFP-9.
  it('saves and previews the bytes of the page, without loading the artwork again', async () => {
    updates.push(done('j1'))
    storeRequest({ traits: ready, jobId: 'j1' })
    open()
    await screen.findByRole('img', { name: /^Your profile picture/ })
    const urls: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      urls.push(url)
      return new Response('another PNG')
    })
    const downloads: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download)
    })
    await click('Download')
    await vi.waitFor(() => expect(downloads).toEqual(['waxtest-pfp.png']))
    await click('Publish to InstaCandle')
    expect(within(screen.getByRole('dialog')).getByRole('img', { name: texts.publish.preview })).toBeTruthy()
    expect(urls.filter((url) => url.startsWith('/media/'))).toEqual([])
  })

  // Verifies PFP-9.
  it('loads the artwork for a download where the page has none, and shows a message when that fails', async () => {
    updates.push(done('j1'))
    storeRequest({ traits: ready, jobId: 'j1' })
    open()
    const others = fetch
    let requests = 0
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.startsWith('/media/')) return others(url, init)
      requests++
      return Promise.resolve(new Response('', { status: 410 }))
    })
    await screen.findByText('Failed to download image. Please try again.')
    await click('Download')
    await vi.waitFor(() => expect(screen.getAllByText('Failed to download image. Please try again.')).toHaveLength(2))
    expect(requests).toBe(2)
  })

  it('resumes with artwork, previous artwork and traits after a reload', async () => {
    storeRequest({ traits: ready, jobId: 'j2', former: { id: 'a-j1', address: '/media/j1.png' } })
    updates.push(done('j2'))
    open()
    expect(await screen.findByText('The one before')).toBeTruthy()
    expect(bodies).toEqual([])
  })

  // Verifies PFP-6.
  it('shows why the job failed, and retries', async () => {
    storeRequest({ traits: ready })
    updates.push(failed, done('j1'))
    open()
    await click('Generate PFP')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to generate image')
    expect(alert.textContent).toContain('dropped the brush')
    await click('Try Again')
    expect(await screen.findByRole('img', { name: /^Your profile picture/ })).toBeTruthy()
  })

  // Verifies PFP-6.
  it('falls back to its own error text', async () => {
    storeRequest({ traits: ready })
    open(() => new Response('', { status: 500 }))
    await click('Generate PFP')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to generate PFP')
  })

  it('retries with the same idempotency key and body after a lost response', async () => {
    storeRequest({ traits: ready })
    open(() => {
      throw new TypeError('offline')
    })
    await click('Generate PFP')
    await screen.findByRole('alert')
    await click('Try Again')
    await vi.waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual(bodies[0])
  })

  // Verifies REQ-13.
  it('goes on with the job when it is requested again after an outage', async () => {
    vi.useFakeTimers()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    storeRequest({ traits: ready, seed: 7, jobId: 'j1' })
    let isDown = true
    open(() => (isDown ? new Response('', { status: 503 }) : Response.json(accepted)))
    await act(() => vi.advanceTimersByTimeAsync(16 * 60_000))
    isDown = false
    bodies = []
    fireEvent.click(button('Try Again'))
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(new Set(bodies.map(({ url }) => url))).toEqual(new Set(['/api/v1/jobs/j1']))
    expect(storedRequest()).toMatchObject({ traits: ready, seed: 7, jobId: 'j1' })
  })

  it('keeps the first artwork when the second fails or is canceled', async () => {
    storeRequest({ traits: ready })
    updates.push(done('j1'), failed, { state: 'JOB_STATE_CANCELLED' })
    open()
    await click('Generate PFP')
    await screen.findByRole('button', { name: 'Regenerate' })
    await click('Regenerate')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to generate image')
    expect(screen.getByRole('img', { name: /^Your profile picture/ })).toBeTruthy()
    await click('Try Again')
    expect(await screen.findByRole('button', { name: 'Regenerate' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  describe('publishing', () => {
    const openResult = (respond: (url: string) => Response) => {
      storeRequest({ traits: ready, jobId: 'j1' })
      updates.push(done('j1'))
      open(respond)
      return publish()
    }
    const publish = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Publish to InstaCandle' }))
      const dialog = within(screen.getByRole('dialog', { name: 'Publish to InstaCandle' }))
      await userEvent.type(dialog.getByLabelText(/^Signature/), '@ann')
      await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
      return dialog
    }

    // Verifies PFP-7.
    it('confirms and links to the profile pictures in the gallery', async () => {
      await openResult(() => Response.json(publication))
      expect(await screen.findByText('McPFP Published!')).toBeTruthy()
      expect(screen.getByText('Your PFP has been added to the WaxTest gallery')).toBeTruthy()
      const link = screen.getByRole('link', { name: 'View in Gallery' })
      expect(link.getAttribute('href')).toBe('/gallery?type=pfp')
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'McPFP Published!' }))
      expect(bodies.at(-1)).toMatchObject({ url: '/api/v1/artworks/a-j1/publications', body: { signature: '@ann' } })
      expect(storedRequest().isPublished).toBe(true)
    })

    // Verifies PFP-8.
    it('links to the page of the publication', async () => {
      await openResult(() => Response.json(publication))
      expect((await screen.findByRole('link', { name: 'Open picture' })).getAttribute('href')).toBe('/gallery/p1')
    })

    // Verifies AFTER-1, AFTER-2.
    it('can be sent on, and makes another one with the same traits', async () => {
      await openResult((url) => Response.json(url.endsWith('/publications') ? publication : accepted))
      const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Telegram' })
      expect(new URL(link.href).searchParams.get('url')).toMatch(/\/gallery\/p1$/)
      await click('Another take')
      const traits = expect.objectContaining({ background: 'pastel-blue', headwear: 'crown' })
      await vi.waitFor(() => expect(bodies.at(-1)).toMatchObject({ url: '/api/v1/jobs', body: { pfp: traits } }))
    })

    // Verifies AFTER-16.
    it('offers to publish again what is taken down', async () => {
      await openResult(() => Response.json(publication))
      await screen.findByText('McPFP Published!')
      cleanup()
      keepWithdrawn('p1')
      updates.push(done('j1'))
      open()
      expect(await screen.findByRole('button', { name: 'Publish to InstaCandle' })).toBeTruthy()
      expect(screen.queryByText('McPFP Published!')).toBeNull()
    })

    // Verifies AFTER-16.
    it('shows a picture that was held as published once the gallery has it', async () => {
      await openResult(() => Response.json({ ...publication, awaitsCheck: true }))
      await screen.findByRole('heading', { name: 'Waiting for a look, broh.' })
      cleanup()
      updates.push(done('j1'))
      open()
      const others = fetch
      vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
        url === '/api/v1/images/p1' ? Promise.resolve(Response.json(publication)) : others(url, init),
      )
      expect(await screen.findByText('McPFP Published!')).toBeTruthy()
    })

    // Verifies AFTER-3.
    it('says that a held picture is not public yet', async () => {
      await openResult(() => Response.json({ ...publication, awaitsCheck: true }))
      expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Waiting for a look, broh.' }))
      expect(screen.getByRole('link', { name: 'My posts' }).getAttribute('href')).toBe('/verse')
      for (const gone of ['McPFP Published!', 'Telegram']) expect(screen.queryByText(gone)).toBeNull()
    })

    it('stays on the page after a canceled second artwork, and after a reload', async () => {
      storeRequest({ traits: ready, jobId: 'j2', former: { id: 'a-j1', address: '/media/j1.png' } })
      updates.push({ state: 'JOB_STATE_CANCELLED' })
      open(() => Response.json(publication))
      await publish()
      expect(await screen.findByText('McPFP Published!')).toBeTruthy()
      cleanup()
      updates.push({ state: 'JOB_STATE_CANCELLED' })
      open()
      expect(await screen.findByText('McPFP Published!')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Publish to InstaCandle' })).toBeNull()
      expect(document.activeElement).toBe(document.body)
    })

    // Verifies PFP-10.
    it('shows a failure in an alert dialog, and keeps the form, also over a reload', async () => {
      const dialog = await openResult(() => new Response('', { status: 500 }))
      const alert = await screen.findByRole('alertdialog')
      expect(document.getElementById(alert.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
        'Failed to publish PFP',
      )
      expect(within(alert).queryByRole('alert')).toBeNull()
      await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
      expect(screen.queryByText('Failed to publish PFP')).toBeNull()
      expect(dialog.getByLabelText(/^Signature/)).toHaveProperty('value', '@ann')
      cleanup()
      updates.push(done('j1'))
      open()
      await userEvent.click(await screen.findByRole('button', { name: 'Publish to InstaCandle' }))
      expect(screen.getByLabelText(/^Signature/)).toHaveProperty('value', '@ann')
    })
  })

  // Verifies CHAL-1.
  it('asks for a challenge once the visitor chooses, and sends its solution', async () => {
    stubWorker()
    const requested: string[] = []
    const solutions: (string | null)[] = []
    mockJobs([], async (url, init) => {
      if (url.endsWith('/current')) return Response.json({ user: null })
      if (init.method === 'POST') solutions.push(new Headers(init.headers).get('McWick-Solution'))
      if (!url.startsWith('/api/v1/challenge')) return Response.json(accepted)
      requested.push(url)
      return Response.json(await createTestChallenge())
    })
    renderPage(<PfpMaker />)
    expect(requested).toEqual([])
    await click(texts.random)
    await vi.waitFor(() => expect(requested).toEqual(['/api/v1/challenge?for=picture']))
    await click(texts.generate)
    await vi.waitFor(() => expect(solutions).toHaveLength(1))
    expect(await isAccepted(solutions[0] ?? '')).toBe(true)
    expect(requested).toHaveLength(1)
  })
})
