import { createTestChallenge, isAccepted, mockJobs, stubWorker } from '@mcwick/jobs/testing'
import { isAriaDisabled, renderPage, stubNavigator } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Generator } from './generator'
import { newScript, sampleScript } from './sample-script'
import { texts } from './texts'

const script = newScript(`Gm, broh. The wick is long. ${'Nobody sleeps tonight. '.repeat(25)}`)
const words = [{ text: 'Last', start: '0s', end: '0.300s' }]
const speech = { id: 's1', address: '/media/s1.mp3', captionsAddress: '/media/s1.vtt', words, source: 'ai' }
const video = { id: 'v1', address: '/media/v1.mp4', captionsAddress: '/media/v1.vtt', posterAddress: '/media/v1.webp' }
const succeeded = { version: 2, position: 0, estimateSeconds: 0 }
const job = (id: string, result: object) => ({ ...succeeded, id, state: 'JOB_STATE_SUCCEEDED', ...result })
const failed = (code: string, message: string) => ({
  ...succeeded,
  id: 'j',
  state: 'JOB_STATE_FAILED',
  error: { code, message },
})

const jobs = '/api/v1/jobs'
const hang = () => new Promise<Response>(() => undefined)
const problem = (status: number, problem: object, headers = {}) =>
  new Response(JSON.stringify(problem), { status, headers: { 'content-type': 'application/problem+json', ...headers } })

type Responder = (url: string, body: Record<string, never>) => unknown

/** The calls of the page, with the solutions of challenges that they carried. */
let calls: { call: string; solution: string | null }[] = []

/** The response to requests for the speech. */
let getSpeech: () => Response

/** Renders the page. Jobs finish at once with the result of `respond`; a Response is returned as it is. Returns the sent bodies. */
function open(respond: Responder = hang) {
  const bodies: object[] = []
  const done = new Map<string, unknown>()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true) // it polls, rather than reads a stream
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
    calls.push({ call: `${method ?? 'GET'} ${url}`, solution: new Headers(headers).get('McWick-Solution') })
    if (url.endsWith('/sessions/current')) return Response.json({ user: null })
    if (url === '/api/v1/speeches/s1') return getSpeech()
    if (url.startsWith('/api/v1/challenge')) return Response.json(await createTestChallenge())
    if (method !== 'POST') return Response.json(done.get(url) ?? {})
    const request = JSON.parse(String(body ?? '{}'))
    if (body) bodies.push(request)
    const response = (await respond(url, request)) as { id: string } | Response
    if (response instanceof Response) return response
    done.set(`${url}/${response.id}`, response)
    return Response.json({ ...response, state: 'JOB_STATE_QUEUED' })
  })
  renderPage(<Generator />)
  return bodies
}

const button = (name: string) => screen.getByRole('button', { name })
const click = (name: string) => userEvent.click(button(name))
const generateScript = async (prompt = 'a haunted house') => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Script Prompt' }), prompt)
  await click('Generate Script')
}
const shown = (text: string) => screen.findByText(text.trim(), { exact: false })

/** Returns the captions track of a player. */
const captionsOf = (player: HTMLElement) => {
  const track = player.querySelector('track')
  return [track?.kind, track?.getAttribute('src')]
}

const respondToAll: Responder = (url, { script: request, speech: response }) => {
  if (request) return job('j1', { script })
  if (response) return job('j2', { speech: { id: 's1' } })
  return url === jobs ? undefined : job('v1', video)
}

beforeEach(() => {
  sessionStorage.clear()
  getSpeech = () => Response.json(speech)
  calls = []
  Element.prototype.scrollIntoView = () => undefined
})

describe('form', () => {
  // Verifies BICTOK-1.
  it('shows heading and subtitle with the brand name', () => {
    open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BicTok Generator')
    expect(screen.getByText("Create viral TikTok scripts with WaxTest's voice!")).toBeTruthy()
  })

  // Verifies BICTOK-2.
  it('requires a prompt of at most 500 characters', async () => {
    const bodies = open()
    const prompt = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Script Prompt' })
    expect(prompt).toMatchObject({ maxLength: 500, required: true })
    expect(prompt.placeholder).toMatch(/haunted house/)
    await userEvent.type(prompt, '  ')
    expect(isAriaDisabled(button('Generate Script'))).toBe(true)
    await click('Generate Script')
    expect(bodies).toEqual([])
  })

  it('requests a script of the genre, and is locked meanwhile', async () => {
    const bodies = open()
    await userEvent.click(screen.getByRole('radio', { name: 'Comedy' }))
    await generateScript()
    expect(bodies).toEqual([{ script: { text: 'a haunted house', genre: 'GENRE_COMEDY' } }])
    expect(isAriaDisabled(button('Generating...'))).toBe(true)
  })
})

describe('challenges', () => {
  // Verifies CHAL-1.
  it('are solved before each stage, beginning when the visitor types', async () => {
    stubWorker()
    open(respondToAll)
    const requested = () => calls.flatMap(({ call }) => call.split('/challenge?for=')[1] ?? [])
    expect(requested()).toEqual([])
    await generateScript()
    await shown(script.text)
    await vi.waitFor(() => expect(requested()).toEqual(['script', 'speech']))
    await click('Generate Audio')
    await vi.waitFor(() => expect(requested()).toEqual(['script', 'speech', 'video']))
    await vi.waitFor(() => expect(isAriaDisabled(button('Generate Video'))).toBe(false))
    await click('Generate Video')
    await screen.findByRole('link', { name: 'Download' })
    const solutions = calls.flatMap(({ solution }) => solution ?? [])
    expect(await Promise.all(solutions.map(isAccepted))).toEqual([true, true, true])
    expect(requested()).toEqual(['script', 'speech', 'video'])
  })
})

describe('script', () => {
  // Verifies BICTOK-6.
  it('rotates six messages every two seconds while waiting', async () => {
    vi.useFakeTimers()
    open()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'a house' } })
    fireEvent.click(button('Generate Script'))
    await act(() => vi.advanceTimersByTimeAsync(0))
    const messages: string[] = texts.result.waitingMessages.messages.map(({ text }) => text)
    expect(new Set(messages).size).toBe(6)
    const index = () => messages.indexOf(document.querySelector('.bictok-messages p')?.textContent ?? '')
    const first = index()
    expect(first).toBeGreaterThanOrEqual(0)
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(index()).toBe(first)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(index()).toBe((first + 1) % 6)
  })

  // Verifies BICTOK-7.
  it('shows text, word count and duration', async () => {
    open(respondToAll)
    await generateScript()
    expect(await shown(script.text)).toBeTruthy()
    expect(screen.getByText(`${script.wordCount} words`)).toBeTruthy()
    expect(screen.getByText(new RegExp(`${script.durationSeconds} s`))).toBeTruthy()
    expect(button('Copy the script')).toBeTruthy()
  })

  // Verifies BICTOK-9.
  it.each([
    ['SCRIPT_MISSING', 'No content generated'],
    ['SCRIPT_BREAKS_RULES', 'Failed to generate valid script after multiple attempts'],
    ['SCRIPT_FAILED', 'Failed to generate script. Please try again.'],
  ])('shows for %s: %s', async (code, message) => {
    open(() => failed(code, message))
    await generateScript()
    expect((await screen.findByRole('alert')).textContent).toContain(message)
  })

  // Verifies BICTOK-17.
  it('shows when to retry', async () => {
    open(() => problem(429, { code: 'RATE_LIMITED', detail: 'Slow.' }, { 'retry-after': '40' }))
    await generateScript()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to generate script. Please try again.')
    expect(alert.textContent).toContain('come back in 40 s')
  })

  // Verifies BICTOK-4, BICTOK-11.
  it('is the sample after skipping, with the form reset', async () => {
    const bodies = open()
    await userEvent.type(screen.getByRole('textbox'), 'mine')
    for (const choice of ['Romance', 'Minecraft', 'Moon'])
      await userEvent.click(screen.getByRole('radio', { name: choice }))
    await click('Skip to Audio')
    expect(screen.getByText(sampleScript.text)).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
    for (const choice of ['Horror', 'Subway Surfer', 'Classic'])
      expect(screen.getByRole<HTMLInputElement>('radio', { name: choice }).checked).toBe(true)
    await click('Regenerate Script')
    expect(screen.getByRole('alert').textContent).toContain('Invalid input parameters')
    expect(screen.getByText(sampleScript.text)).toBeTruthy()
    expect(bodies).toEqual([])
  })

  // Verifies BICTOK-10.
  it('is regenerated from the same request, and discards speech and video', async () => {
    const bodies = open(respondToAll)
    await generateScript()
    await shown(script.text)
    await click('Generate Audio')
    await screen.findByText(texts.audio.unsupported)
    await userEvent.type(screen.getByRole('textbox'), ' with a garden')
    await click('Regenerate Script')
    await vi.waitFor(() => expect(screen.queryByText(texts.audio.unsupported)).toBeNull())
    expect(bodies.filter((request) => 'script' in request)).toEqual(
      Array(2).fill({ script: { text: 'a haunted house', genre: 'GENRE_HORROR' } }),
    )
  })
})

describe('speech', () => {
  // Verifies BICTOK-12.
  it('plays an MP3 with captions', async () => {
    const bodies = open(respondToAll)
    await click('Skip to Audio')
    await click('Generate Audio')
    const fallback = await screen.findByText('Your browser does not support the audio element.')
    const source = fallback.querySelector('source')
    expect(source?.getAttribute('src')).toBe('/media/s1.mp3')
    expect(source?.type).toBe('audio/mpeg')
    expect(captionsOf(fallback)).toEqual(['captions', '/media/s1.vtt'])
    expect(bodies).toEqual([{ speech: { text: sampleScript.text } }])
  })

  // Verifies AI-6.
  it.each([
    ['ai', 'Made with AI'],
    ['composer', 'Spoken by the candle, not by AI'],
  ])('labels source %s as %s', async (source, mark) => {
    getSpeech = () => Response.json({ ...speech, source })
    open(respondToAll)
    await click('Skip to Audio')
    await click('Generate Audio')
    expect(await screen.findByText(mark)).toBeTruthy()
  })

  // Verifies BICTOK-22.
  it('shows when the speech is not stored any more', async () => {
    getSpeech = () => problem(404, { code: 'SPEECH_NOT_FOUND', detail: 'Not here.' })
    open((url, body) => ('speech' in body ? job('j2', { speech }) : respondToAll(url, body)))
    await click('Skip to Audio')
    await click('Generate Audio')
    expect((await screen.findByRole('alert')).textContent).toContain(texts.audio.gone)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  // Verifies BICTOK-22.
  it('retries when it fails to load', async () => {
    getSpeech = () => problem(503, { code: 'UNAVAILABLE', detail: 'Later.' })
    open((url, body) => ('speech' in body ? job('j2', { speech }) : respondToAll(url, body)))
    await click('Skip to Audio')
    await click('Generate Audio')
    expect((await screen.findByRole('alert')).textContent).toContain(texts.audio.notLoaded)
    expect(isAriaDisabled(button('Generate Video'))).toBe(false)
    getSpeech = () => Response.json(speech)
    await click('Try again')
    expect(await screen.findByText(texts.audio.unsupported)).toBeTruthy()
  })

  // Verifies BICTOK-13.
  it('shows its own failure, and retries', async () => {
    const bodies = open(() => failed('PROVIDER_TIMEOUT', 'Failed to generate audio. Please try again.'))
    await click('Skip to Audio')
    await click('Generate Audio')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to generate audio. Please try again.')
    expect(screen.getByText(sampleScript.text)).toBeTruthy()
    await click('Try again')
    expect(bodies.length).toBe(2)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: texts.result.heading })) // the retry button is removed
  })
})

describe('video', () => {
  const hasVoice = async (respond: Responder) => {
    const bodies = open((url, body) => (url === jobs ? respondToAll(url, body) : respond(url, body)))
    await click('Skip to Audio')
    expect(isAriaDisabled(button('Generate Video'))).toBe(true)
    await click('Generate Audio')
    await screen.findByText(texts.audio.unsupported)
    return bodies
  }

  // Verifies BICTOK-14.
  it('is rendered from speech, background and narrator', async () => {
    const bodies = await hasVoice(respondToAll)
    await userEvent.click(screen.getByRole('radio', { name: 'Minecraft' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Trader' }))
    await click('Generate Video')
    const fallback = await screen.findByText('Your browser does not support the video element.')
    expect(fallback.querySelector('source')?.getAttribute('src')).toBe('/media/v1.mp4')
    expect(captionsOf(fallback)).toEqual(['captions', '/media/v1.vtt'])
    expect(bodies.at(-1)).toEqual({ speechId: 's1', category: 'minecraft', pfp: 'pfp3' })
    expect(button('Generate Video').dataset.kind).toBe('plain') // Share is the primary action now
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/media/v1.mp4')
  })

  // Verifies BICTOK-15.
  it('shows a spinner while rendering', async () => {
    await hasVoice(hang)
    await click('Generate Video')
    expect(screen.getAllByText(/^Generating video\.\.\./).length).toBeGreaterThan(0)
    expect(screen.getByRole('progressbar')).toBeTruthy()
    expect(isAriaDisabled(button('Regenerate Script'))).toBe(true)
  })

  // Verifies AFTER-12.
  it('keeps the visitor company while rendering, and says that they may leave', async () => {
    let accept = (_: object) => {}
    await hasVoice(() => new Promise((resolve) => (accept = resolve)))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await click('Generate Video')
    expect(screen.queryByText(texts.video.leave), 'a reload would lose it').toBeNull()
    accept({ ...job('v1', video), state: 'JOB_STATE_RUNNING' })
    expect(await screen.findByText(texts.video.leave)).toBeTruthy()
    const lines: readonly string[] = texts.video.patter
    const said = () => lines.indexOf(document.querySelector('.bictok-patter')?.textContent ?? '')
    const first = said()
    expect(first).toBeGreaterThanOrEqual(0)
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(said()).toBe((first + 1) % lines.length)
    expect(document.querySelector('.bictok-patter')?.getAttribute('aria-hidden')).toBe('true')
  })

  // Verifies BICTOK-16.
  it.each([
    ['No video template found', problem(409, { code: 'VIDEO_TEMPLATE_MISSING', detail: 'No video template found' })],
    ['Failed to generate video', failed('VIDEO_FAILED', 'Failed to generate video')],
  ])('shows the failure: %s', async (message, respond) => {
    await hasVoice(() => respond)
    await click('Generate Video')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getByText(texts.audio.unsupported)).toBeTruthy()
  })

  it('is not made again while another script is written, which would discard it, nor the other way round', async () => {
    let failScript = (_: object) => {}
    let videos = 0
    open((url, body) => {
      if ('script' in body) return new Promise((resolve) => (failScript = resolve))
      if (url === jobs) return respondToAll(url, body)
      return videos++ ? hang() : failed('VIDEO_FAILED', 'Failed to generate video')
    })
    const retries = () => screen.queryAllByRole('button', { name: 'Try again' })
    await click('Skip to Audio')
    await click('Generate Audio')
    await screen.findByText(texts.audio.unsupported)
    await click('Generate Video')
    await vi.waitFor(() => expect(retries()).toHaveLength(1))
    await generateScript()
    expect(retries()).toEqual([])
    failScript(failed('SCRIPT_FAILED', 'Failed to generate script. Please try again.'))
    await vi.waitFor(() => expect(retries()).toHaveLength(2))
    await userEvent.click(retries()[1] as HTMLElement)
    expect(retries()).toEqual([])
  })

  it('is not made again while another speech is made, nor the other way round', async () => {
    let failSpeech = (_: object) => {}
    let [speeches, videos] = [0, 0]
    open((url, body) => {
      if ('speech' in body && speeches++) return new Promise((resolve) => (failSpeech = resolve))
      if (url === jobs) return respondToAll(url, body)
      return videos++ ? hang() : failed('VIDEO_FAILED', 'Failed to generate video')
    })
    const retries = () => screen.queryAllByRole('button', { name: 'Try again' })
    await click('Skip to Audio')
    await click('Generate Audio')
    await screen.findByText(texts.audio.unsupported)
    await click('Generate Video')
    await vi.waitFor(() => expect(retries()).toHaveLength(1))
    await click('Generate Audio')
    expect(retries()).toEqual([])
    await vi.waitFor(() => expect(speeches).toBe(2))
    failSpeech(failed('PROVIDER_TIMEOUT', 'Failed to generate audio. Please try again.'))
    await vi.waitFor(() => expect(retries()).toHaveLength(2))
    await userEvent.click(retries()[1] as HTMLElement)
    expect(retries()).toEqual([])
  })

  // Verifies BICTOK-20.
  it('is shared with a link to its page', async () => {
    const shared: string[] = []
    await hasVoice((url, body) => {
      if (!url.endsWith('/share')) return respondToAll(url, body)
      shared.push(url)
      return Response.json({ ...video, title: 'BicTok Video' })
    })
    await click('Generate Video')
    await screen.findByRole('button', { name: 'Share' })
    const writeText = vi.fn(async () => undefined)
    stubNavigator({ clipboard: { writeText } })
    await click('Share')
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/\/bictok\/v1$/)))
    expect(shared).toEqual(['/api/v1/videos/v1/share'])
    expect(screen.getByRole('link', { name: 'See its page' }).getAttribute('href')).toBe('/bictok/v1')
  })

  // Verifies AFTER-1, AFTER-2.
  it('can be sent on once it is shared, and leads back to the script', async () => {
    await hasVoice(respondToAll)
    await click('Generate Video')
    await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: texts.video.shared }))
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Telegram' })
    expect(new URL(link.href).searchParams.get('url')).toMatch(/\/bictok\/v1$/)
    await click('Another take')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your script' }))
  })

  // Verifies MOD-6, MOD-62.
  it.each([
    [400, 'TEXT_INDECENT', "Keep it kind, broh. We don't hang that up here."],
    [409, 'VIDEO_HIDDEN', 'That story was taken down, broh. Tell another one.'],
  ])('is not shared when moderation refuses it: %i %s', async (status, code, detail) => {
    await hasVoice((url, body) =>
      url.endsWith('/share') ? problem(status, { code, detail }) : respondToAll(url, body),
    )
    await click('Generate Video')
    await screen.findByRole('button', { name: 'Share' })
    await click('Share')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(texts.video.shareFailed)
    expect(alert.textContent).toContain(detail)
    expect(screen.queryByRole('link', { name: 'See its page' })).toBeNull()
  })

  // Verifies BICTOK-18.
  it('survives a reload, with script and speech', async () => {
    await hasVoice(respondToAll)
    await click('Generate Video')
    await screen.findByText(texts.video.unsupported)
    cleanup()
    const bodies = open()
    expect(screen.getByText(sampleScript.text)).toBeTruthy()
    expect(await screen.findByText(texts.audio.unsupported)).toBeTruthy()
    expect(screen.getByText(texts.video.unsupported)).toBeTruthy()
    expect(bodies).toEqual([])
  })
})

// Verifies BICTOK-18.
it('resumes jobs after a reload', async () => {
  sessionStorage.setItem(
    'mcwick.bictok.script.1',
    JSON.stringify({ body: { text: 'x', genre: 'GENRE_HORROR' }, jobId: 'j7' }),
  )
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  mockJobs([job('j7', { script }) as object])
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const position = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 2 * innerHeight))
  renderPage(<Generator />)
  expect(scroll.mock.contexts).toEqual([screen.getByRole('region', { name: 'Your script' })]) // on a phone it is below the form
  position.mockRestore()
  expect(await shown(script.text)).toBeTruthy()
})

// Verifies REQ-13.
it('goes on with the job of the same script after an outage, and makes one of another', async () => {
  vi.useFakeTimers()
  const body = { text: 'a haunted house', genre: 'GENRE_HORROR' }
  sessionStorage.setItem('mcwick.bictok.script.1', JSON.stringify({ body, jobId: 'j1' }))
  open()
  const others = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    init.method === 'POST' || url.endsWith('/current') ? others(url, init) : Promise.reject(new TypeError('offline')),
  )
  await act(() => vi.advanceTimersByTimeAsync(16 * 60_000))
  const created = () => calls.filter(({ call }) => call === `POST ${jobs}`)
  fireEvent.click(button('Try again'))
  await act(() => vi.advanceTimersByTimeAsync(16 * 60_000))
  expect(created()).toEqual([])
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'a cheap one' } })
  fireEvent.click(button('Generate Script'))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(created()).toHaveLength(1)
  expect(JSON.parse(sessionStorage.getItem('mcwick.bictok.script.1') ?? '').jobId).toBeUndefined()
})

// Verifies AFTER-17.
it('says to screen readers when script, speech and video are ready', async () => {
  open((url, body) => (body.script ? hang() : respondToAll(url, body)))
  const said = () =>
    [...document.querySelectorAll('.sr-only[role=status]')].flatMap(({ textContent }) => textContent || [])
  await click('Skip to Audio')
  expect(said()).toEqual(['Your script is ready.'])
  await click('Generate Audio')
  await vi.waitFor(() => expect(said()).toEqual(['Your sound is ready.']))
  await click('Generate Video')
  await vi.waitFor(() => expect(said()).toEqual(['Your sound is ready.', 'Your video is ready.']))
  await generateScript()
  const queue = screen.getByText(/^The candle is writing/).closest('[role=status]')
  expect(queue?.closest('[aria-busy]'), 'what is busy is not read out').toBeNull()
})

// Verifies AFTER-17.
it('says to screen readers that the speech is ready also while the failure of a script is shown', async () => {
  open(respondToAll)
  await click('Skip to Audio')
  await click('Regenerate Script')
  expect(screen.getByText('Invalid input parameters')).toBeTruthy()
  await click('Generate Audio')
  await vi.waitFor(() =>
    expect(document.querySelector('.bictok-result .sr-only[role=status]')?.textContent).toBe('Your sound is ready.'),
  )
})

it('stays at the form when there is nothing to resume', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  open()
  expect(scroll).not.toHaveBeenCalled()
})
