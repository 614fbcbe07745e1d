import { createTestChallenge, mockJobs, stubWorker } from '@mcwick/jobs/testing'
import { isAriaDisabled, problem, renderPage } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { texts } from './form/texts'
import { MemeMaker } from './meme-maker'
import './result/result-step' // which is loaded within ten seconds
import { newLayer, toOverlay } from './result/overlay'
import { actions, scenes, styles } from './suggestions'

let streamUrls: string[]

function open(respond: (url: string) => Response | Promise<Response>) {
  streamUrls = mockJobs([], async (url) => (url.endsWith('/current') ? Response.json({ user: null }) : respond(url)))
  renderPage(<MemeMaker />)
  return {
    action: screen.getByRole<HTMLTextAreaElement>('textbox', { name: "What's WaxTest doing?" }),
    scene: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Describe the scene' }),
    style: screen.getByRole<HTMLSelectElement>('combobox', { name: 'Choose Art Style' }),
    generate: screen.getByRole<HTMLButtonElement>('button', { name: /^Generat(e Scene|ing\.\.\.)$/ }),
  }
}

describe('MemeMaker', () => {
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
  })

  // Verifies MEME-1.
  it('starts with random action, scene and style', () => {
    const { action, scene, style } = open(() => Response.json({}))
    expect(actions).toContain(action.value)
    expect(scenes).toContain(scene.value)
    expect(styles).toContain(style.value)
  })

  // Verifies MEME-2.
  it('replaces the action by another random one', async () => {
    const { action } = open(() => Response.json({}))
    const before = action.value
    await userEvent.click(screen.getByRole('button', { name: 'Random action' }))
    expect(action.value).not.toBe(before)
  })

  // Verifies MEME-6.
  it('disables Generate without an action, and shows the reason', async () => {
    const { action, generate } = open(() => Response.json({}))
    await userEvent.clear(action)
    expect(isAriaDisabled(generate)).toBe(true)
    expect(generate.getAttribute('aria-describedby')).toBe(screen.getByText(/Give the candle something/).id)
  })

  // Verifies CHAL-1.
  it('asks for a challenge once the visitor types, shows that it is being solved, and sends the solution', async () => {
    let solve = (_solution: unknown) => {}
    stubWorker(() => new Promise((resolve) => (solve = resolve)))
    const requested: string[] = []
    const sent: RequestInit[] = []
    streamUrls = mockJobs([], async (url, init) => {
      if (init.method === 'POST') sent.push(init)
      if (!url.startsWith('/api/v1/challenge')) return Response.json({ user: null })
      requested.push(url)
      return Response.json(await createTestChallenge())
    })
    renderPage(<MemeMaker />)
    expect(requested).toEqual([])
    await userEvent.type(screen.getByRole('textbox', { name: 'Describe the scene' }), 'at the moon')
    await userEvent.click(screen.getByRole('button', { name: 'Random action' }))
    await userEvent.click(screen.getByRole('button', { name: 'Generate Scene' }))
    expect(await screen.findByText(/Counting wax drips/)).toBeTruthy()
    expect(requested).toEqual(['/api/v1/challenge?for=picture'])
    expect(sent).toEqual([])
    await act(async () => solve({ counter: 1, derivedKey: '00' }))
    expect(screen.queryByText(/Counting wax drips/)).toBeNull()
    expect(new Headers(sent[0]?.headers).get('McWick-Solution')).toBeTruthy()
  })

  // Verifies MEME-7.
  it('locks the form while waiting', async () => {
    const { generate } = open(() => new Promise(() => undefined))
    await userEvent.click(generate)
    expect(isAriaDisabled(await screen.findByRole('button', { name: 'Generating...' }))).toBe(true)
    expect(screen.getByRole('progressbar')).toBeTruthy()
  })

  // Verifies MEME-8.
  it('rotates the waiting messages every two seconds', async () => {
    vi.useFakeTimers()
    const { generate } = open(() => new Promise(() => undefined))
    fireEvent.click(generate)
    await act(() => vi.advanceTimersByTimeAsync(0))
    const messages: string[] = texts.waitingMessages.messages.map(({ text }) => text)
    const shown = () => messages.indexOf(document.querySelector('p[aria-hidden]')?.textContent ?? '')
    const first = shown()
    expect(first).toBeGreaterThanOrEqual(0)
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(shown()).toBe(first)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(shown()).toBe((first + 1) % messages.length)
  })

  // Verifies MEME-11.
  it("returns to the form with the server's error detail", async () => {
    const problem = { code: 'GENERATION_QUOTA', detail: 'Come back in 40 seconds, broh.' }
    const { generate } = open(
      () =>
        new Response(JSON.stringify(problem), {
          status: 429,
          headers: { 'content-type': 'application/problem+json' },
        }),
    )
    await userEvent.click(generate)
    expect((await screen.findByRole('alert')).textContent).toContain(problem.detail)
    expect(isAriaDisabled(screen.getByRole('button', { name: 'Generate Scene' }))).toBe(false)
  })

  it('keeps the form over a reload', async () => {
    const { action } = open(() => Response.json({}))
    await userEvent.clear(action)
    await userEvent.type(action, 'polishing the moon')
    cleanup()
    expect(open(() => Response.json({})).action.value).toBe('polishing the moon')
  })

  describe('with a submitted job', () => {
    const request = { meme: { action: 'polishing the moon', scene: 's', style: 'Anime' }, jobId: 'j1' }
    const openWaiting = async () => {
      const { action, generate } = open(() => new Promise(() => undefined))
      await vi.waitFor(() => expect(isAriaDisabled(generate)).toBe(true))
      expect(screen.getByRole('progressbar')).toBeTruthy()
      expect(action.value).toBe('polishing the moon')
      await vi.waitFor(() => expect(streamUrls).toEqual(['/api/v1/jobs/j1/events']))
    }

    it('resumes the job after a reload', async () => {
      sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify(request))
      await openWaiting()
    })

    it('resumes the job in another tab', async () => {
      localStorage.setItem('mcwick.studio.asked.1', JSON.stringify({ ...request, since: Date.now() - 14 * 60_000 }))
      await openWaiting()
    })

    it('does not resume a job older than 15 minutes in another tab', () => {
      localStorage.setItem('mcwick.studio.asked.1', JSON.stringify({ ...request, since: Date.now() - 16 * 60_000 }))
      expect(isAriaDisabled(open(() => Response.json({})).generate)).toBe(false)
      expect(streamUrls).toEqual([])
    })

    it.each([
      ['keeps the job id when the server does not respond', 503, 'j1'],
      ['forgets the job id when the job is not found', 404, undefined],
    ])('%s', async (_, status, jobId) => {
      vi.useFakeTimers()
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify(request))
      open(() => new Response('', { status }))
      await act(() => vi.advanceTimersByTimeAsync(16 * 60_000))
      expect(screen.getByRole('alert').textContent).toContain('Failed to generate image')
      expect(JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '').jobId).toBe(jobId)
    })

    // Verifies REQ-13.
    it.each([
      ['goes on with the job when it is requested again after an outage', undefined, []],
      ['makes another one after an outage when the form was changed', 'at night', ['/api/v1/jobs']],
    ])('%s', async (_, scene, created) => {
      vi.useFakeTimers()
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify(request))
      let isDown = true
      const urls: string[] = []
      const form = open((url) => {
        urls.push(url)
        return isDown ? new Response('', { status: 503 }) : new Promise(() => undefined)
      })
      await act(() => vi.advanceTimersByTimeAsync(16 * 60_000))
      expect(screen.getByRole('alert')).toBeTruthy()
      isDown = false
      urls.length = 0
      if (scene) fireEvent.change(form.scene, { target: { value: scene } })
      fireEvent.click(screen.getByRole('button', { name: 'Generate Scene' }))
      await act(() => vi.advanceTimersByTimeAsync(2000))
      expect(urls.filter((url) => url === '/api/v1/jobs')).toEqual(created)
      expect(urls.includes('/api/v1/jobs/j1')).toBe(!scene)
      expect(JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '').jobId).toBe(scene ? undefined : 'j1')
    })

    it('returns to the form after a cancel, and focuses its heading', async () => {
      sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify(request))
      const { generate } = open(() => Response.json({ id: 'j1', state: 'JOB_STATE_CANCELLED' }))
      await vi.waitFor(() => expect(isAriaDisabled(generate)).toBe(true))
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange')) // switches from the stream to polling
      await vi.waitFor(() => expect(isAriaDisabled(generate)).toBe(false), 10_000)
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    })

    it('does not resume the published picture when another take is refused', async () => {
      const layer = toOverlay(newLayer('GM'))
      const details = { signature: '', caption: '' }
      const picture = { id: 'p1', objectName: 'memes/p1.png', variants: [], placeholder: '' }
      const published = { ...picture, details, version: JSON.stringify({ overlays: [layer], details }) }
      const source = { title: 'a file', layers: [layer] }
      const artwork = { id: 'j1', objectName: 'j1.png', address: '/media/j1.png', source: 'ai', generator: '' }
      sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify({ ...request, source, isPublished: true }))
      sessionStorage.setItem('mcwick.studio.published.j1.1', JSON.stringify(published))
      mockJobs([{ state: 'JOB_STATE_SUCCEEDED', artwork } as object], async (url) =>
        url === '/api/v1/jobs' ? problem(429, 'RATE_LIMITED') : Response.json({ user: null }),
      )
      renderPage(<MemeMaker />)
      await userEvent.click(await screen.findByRole('button', { name: 'Another take' }))
      expect(await screen.findByRole('alert')).toBeTruthy()
      expect(JSON.parse(sessionStorage.getItem('mcwick.studio.wish.1') ?? '')).toEqual({ meme: request.meme, source })
    })

    it('does not resume a job in a tab with its own request', () => {
      sessionStorage.setItem('mcwick.studio.wish.1', JSON.stringify({ meme: { ...request.meme, action: 'mine' } }))
      localStorage.setItem('mcwick.studio.asked.1', JSON.stringify({ ...request, since: Date.now() }))
      expect(open(() => Response.json({})).action.value).toBe('mine')
      expect(streamUrls).toEqual([])
    })
  })

  // Verifies MEME-11.
  it('falls back to its own error text', async () => {
    const { generate } = open(() => new Response('', { status: 500 }))
    await userEvent.click(generate)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to generate image')
  })
})
