import { mockJobs } from '@mcwick/jobs/testing'
import { isAriaDisabled, renderPage, stubNavigator } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Generator } from './generator'
import { sample, scriptOf } from './story'
import { texts } from './texts'

const script = scriptOf(`Gm, broh. The wick is long. ${'Nobody sleeps tonight. '.repeat(25)}`)
const words = [{ text: 'Last', start: '0s', end: '0.300s' }]
const speech = { id: 's1', objectName: 'speech/s1.mp3', captionsObjectName: 'speech/s1.vtt', words, source: 'ai' }
const video = { id: 'v1', objectName: 'videos/v1.mp4', captionsObjectName: 'v1.vtt', posterObjectName: 'v1.webp' }
const succeeded = { version: 2, position: 0, estimateSeconds: 0 }
const job = (id: string, result: object) => ({ ...succeeded, id, state: 'JOB_STATE_SUCCEEDED', ...result })
const failed = (code: string, message: string) => ({
  ...succeeded,
  id: 'j',
  state: 'JOB_STATE_FAILED',
  error: { code, message },
})

const jobs = '/api/v1/jobs'
const never = () => new Promise<Response>(() => undefined)
const refusal = (status: number, problem: object, headers = {}) =>
  new Response(JSON.stringify(problem), { status, headers: { 'content-type': 'application/problem+json', ...headers } })

type Answer = (url: string, body: Record<string, never>) => unknown

/** The answer to who asks for the speech. */
let getSpeech: () => Response

/** Opens the page; what is asked for is done at once with what `answer` tells, or refused with the response that it is. */
function open(answer: Answer = never) {
  const asked: object[] = []
  const done = new Map<string, unknown>()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true) // it asks, rather than reads a stream
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url.endsWith('/sessions/current')) return Response.json({ user: null })
    if (url === '/api/v1/speeches/s1') return getSpeech()
    if (method !== 'POST') return Response.json(done.get(url) ?? {})
    const wish = JSON.parse(String(body ?? '{}'))
    if (body) asked.push(wish)
    const told = (await answer(url, wish)) as { id: string } | Response
    if (told instanceof Response) return told
    done.set(`${url}/${told.id}`, told)
    return Response.json({ ...told, state: 'JOB_STATE_QUEUED' })
  })
  renderPage(<Generator />)
  return asked
}

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))
const write = async (prompt = 'a haunted house') => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Script Prompt' }), prompt)
  await press('Generate Script')
}
const shown = (text: string) => screen.findByText(text.trim(), { exact: false })

/** What those who do not hear are given of a player, beside the script. */
const captionsOf = (player: HTMLElement) => {
  const track = player.querySelector('track')
  return [track?.kind, track?.srclang, track?.getAttribute('src')]
}

const all: Answer = (url, { script: wish, speech: told }) => {
  if (wish) return job('j1', { script })
  if (told) return job('j2', { speech: { id: 's1' } })
  return url === jobs ? undefined : job('v1', video)
}

beforeEach(() => {
  sessionStorage.clear()
  getSpeech = () => Response.json(speech)
  Element.prototype.scrollIntoView = () => undefined
})

describe('the form', () => {
  // Verifies BICTOK-1.
  it('has a heading and a subtitle of the brand', () => {
    open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BicTok Generator')
    expect(screen.getByText("Create viral TikTok scripts with McWick's voice!")).toBeTruthy()
  })

  // Verifies BICTOK-2.
  it('wants a prompt, of at most 500 characters', async () => {
    const asked = open()
    const prompt = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Script Prompt' })
    expect(prompt).toMatchObject({ maxLength: 500, required: true })
    expect(prompt.placeholder).toMatch(/haunted house/)
    await userEvent.type(prompt, '  ')
    expect(isAriaDisabled(button('Generate Script'))).toBe(true)
    await press('Generate Script')
    expect(asked).toEqual([])
  })

  it('asks for a script of the genre, and is locked meanwhile', async () => {
    const asked = open()
    await userEvent.click(screen.getByRole('radio', { name: 'Comedy' }))
    await write()
    expect(asked).toEqual([{ script: { text: 'a haunted house', genre: 'GENRE_COMEDY' } }])
    expect(isAriaDisabled(button('Generating...'))).toBe(true)
  })
})

describe('the script', () => {
  // Verifies BICTOK-6.
  it('turns six messages, one every two seconds, while it is written', async () => {
    vi.useFakeTimers()
    open()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'a house' } })
    fireEvent.click(button('Generate Script'))
    await act(() => vi.advanceTimersByTimeAsync(0))
    const messages: string[] = texts.result.patter.messages.map(({ text }) => text)
    expect(new Set(messages).size).toBe(6)
    const index = () => messages.indexOf(document.querySelector('.bictok-patter p')?.textContent ?? '')
    const first = index()
    expect(first).toBeGreaterThanOrEqual(0)
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(index()).toBe(first)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(index()).toBe((first + 1) % 6)
  })

  // Verifies BICTOK-7.
  it('shows its words, their count and how long it takes', async () => {
    open(all)
    await write()
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
  ])('says after %s: %s', async (code, message) => {
    open(() => failed(code, message))
    await write()
    expect((await screen.findByRole('alert')).textContent).toContain(message)
  })

  // Verifies BICTOK-17.
  it('says when to come back', async () => {
    open(() => refusal(429, { code: 'RATE_LIMITED', detail: 'Slow.' }, { 'retry-after': '40' }))
    await write()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to generate script. Please try again.')
    expect(alert.textContent).toContain('come back in 40 s')
  })

  // Verifies BICTOK-4, BICTOK-11.
  it('is the sample for whoever skips it, with the form as it was at first', async () => {
    const asked = open()
    await userEvent.type(screen.getByRole('textbox'), 'mine')
    for (const choice of ['Romance', 'Minecraft', 'Moon'])
      await userEvent.click(screen.getByRole('radio', { name: choice }))
    await press('Skip to Audio')
    expect(screen.getByText(sample.text)).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
    for (const choice of ['Horror', 'Subway Surfer', 'Classic'])
      expect(screen.getByRole<HTMLInputElement>('radio', { name: choice }).checked).toBe(true)
    await press('Regenerate Script')
    expect(screen.getByRole('alert').textContent).toContain('Invalid input parameters')
    expect(screen.getByText(sample.text)).toBeTruthy()
    expect(asked).toEqual([])
  })

  // Verifies BICTOK-10.
  it('is asked for again with the same text and genre, and lets go of what was made of the former', async () => {
    const asked = open(all)
    await write()
    await shown(script.text)
    await press('Generate Audio')
    await screen.findByText(texts.audio.unsupported)
    await userEvent.type(screen.getByRole('textbox'), ' with a garden')
    await press('Regenerate Script')
    await vi.waitFor(() => expect(screen.queryByText(texts.audio.unsupported)).toBeNull())
    expect(asked.filter((wish) => 'script' in wish)).toEqual(
      Array(2).fill({ script: { text: 'a haunted house', genre: 'GENRE_HORROR' } }),
    )
  })
})

describe('the voice', () => {
  // Verifies BICTOK-12.
  it('is an mp3 that plays', async () => {
    const asked = open(all)
    await press('Skip to Audio')
    await press('Generate Audio')
    const fallback = await screen.findByText('Your browser does not support the audio element.')
    const source = fallback.querySelector('source')
    expect(source?.getAttribute('src')).toBe('/media/speech/s1.mp3')
    expect(source?.type).toBe('audio/mpeg')
    expect(captionsOf(fallback)).toEqual(['captions', 'en', '/media/speech/s1.vtt'])
    expect(asked).toEqual([{ speech: { text: sample.text } }])
  })

  // Verifies AI-6.
  it.each([
    ['ai', 'Made with AI'],
    ['composer', 'Spoken by the candle, not by AI'],
  ])('says of the source %s: %s', async (source, mark) => {
    getSpeech = () => Response.json({ ...speech, source })
    open(all)
    await press('Skip to Audio')
    await press('Generate Audio')
    expect(await screen.findByText(mark)).toBeTruthy()
  })

  // Verifies BICTOK-22.
  it('says that it is gone when media does not keep it any more', async () => {
    getSpeech = () => refusal(404, { code: 'SPEECH_NOT_FOUND', detail: 'Not here.' })
    open((url, body) => ('speech' in body ? job('j2', { speech }) : all(url, body)))
    await press('Skip to Audio')
    await press('Generate Audio')
    expect((await screen.findByRole('alert')).textContent).toContain(texts.audio.gone)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  // Verifies BICTOK-22.
  it('is requested again when it does not load', async () => {
    getSpeech = () => refusal(503, { code: 'UNAVAILABLE', detail: 'Later.' })
    open(all)
    await press('Skip to Audio')
    await press('Generate Audio')
    expect((await screen.findByRole('alert')).textContent).toContain(texts.audio.notLoaded)
    expect(isAriaDisabled(button('Generate Video'))).toBe(false)
    getSpeech = () => Response.json(speech)
    await press('Try again')
    expect(await screen.findByText(texts.audio.unsupported)).toBeTruthy()
  })

  it.each([
    ['gateway', 404, 'NOT_FOUND'],
    ['media', 500, 'INTERNAL'],
  ])('is taken from the job beside a %s of the last release', async (_, status, code) => {
    getSpeech = () => refusal(status, { code, detail: 'No.' })
    open((url, body) => ('speech' in body ? job('j2', { speech }) : all(url, body)))
    await press('Skip to Audio')
    await press('Generate Audio')
    const player = await screen.findByText(texts.audio.unsupported)
    expect(player.querySelector('source')?.getAttribute('src')).toBe('/media/speech/s1.mp3')
    expect(screen.getByText('Made with AI')).toBeTruthy()
  })

  // Verifies BICTOK-13.
  it('fails in a place of its own, and is asked for again there', async () => {
    const asked = open(() => failed('PROVIDER_TIMEOUT', 'Failed to generate audio. Please try again.'))
    await press('Skip to Audio')
    await press('Generate Audio')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to generate audio. Please try again.')
    expect(screen.getByText(sample.text)).toBeTruthy()
    await press('Try again')
    expect(asked.length).toBe(2)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: texts.result.heading })) // the button is gone
  })
})

describe('the video', () => {
  const hasVoice = async (answer: Answer) => {
    const asked = open((url, body) => (url === jobs ? all(url, body) : answer(url, body)))
    await press('Skip to Audio')
    expect(isAriaDisabled(button('Generate Video'))).toBe(true)
    await press('Generate Audio')
    await screen.findByText(texts.audio.unsupported)
    return asked
  }

  // Verifies BICTOK-14.
  it('is made of the voice and of what is chosen', async () => {
    const asked = await hasVoice(all)
    await userEvent.click(screen.getByRole('radio', { name: 'Minecraft' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Trader' }))
    await press('Generate Video')
    const fallback = await screen.findByText('Your browser does not support the video element.')
    expect(fallback.querySelector('source')?.getAttribute('src')).toBe('/media/videos/v1.mp4')
    expect(captionsOf(fallback)).toEqual(['captions', 'en', '/media/v1.vtt'])
    expect(asked.at(-1)).toEqual({ speechId: 's1', category: 'minecraft', pfp: 'pfp3' })
    expect(button('Generate Video').dataset.kind).toBe('plain') // Share is the next thing to do
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/media/videos/v1.mp4')
  })

  // Verifies BICTOK-15.
  it('waits with a spinner', async () => {
    await hasVoice(never)
    await press('Generate Video')
    expect(screen.getAllByText(/^Generating video\.\.\./).length).toBeGreaterThan(0)
    expect(screen.getByRole('progressbar')).toBeTruthy()
    expect(isAriaDisabled(button('Regenerate Script'))).toBe(true)
  })

  // Verifies BICTOK-16.
  it.each([
    ['No video template found', refusal(409, { code: 'VIDEO_TEMPLATE_MISSING', detail: 'No video template found' })],
    ['Failed to generate video', failed('VIDEO_FAILED', 'Failed to generate video')],
  ])('says: %s', async (message, answer) => {
    await hasVoice(() => answer)
    await press('Generate Video')
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getByText(texts.audio.unsupported)).toBeTruthy()
  })

  // Verifies BICTOK-20.
  it('is sent around once it is shared', async () => {
    const shared: string[] = []
    await hasVoice((url, body) => {
      if (!url.endsWith('/share')) return all(url, body)
      shared.push(url)
      return Response.json({ ...video, title: 'BicTok Video' })
    })
    await press('Generate Video')
    await screen.findByRole('button', { name: 'Share' })
    const writeText = vi.fn(async () => undefined)
    stubNavigator({ clipboard: { writeText } })
    await press('Share')
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/\/bictok\/v1$/)))
    expect(shared).toEqual(['/api/v1/videos/v1/share'])
    expect(screen.getByRole('link', { name: 'See its page' }).getAttribute('href')).toBe('/bictok/v1')
  })

  // Verifies MOD-6.
  it('is not sent around when nobody should hear it', async () => {
    const detail = "Keep it kind, broh. We don't hang that up here."
    await hasVoice((url, body) =>
      url.endsWith('/share') ? refusal(400, { code: 'TEXT_INDECENT', detail }) : all(url, body),
    )
    await press('Generate Video')
    await screen.findByRole('button', { name: 'Share' })
    await press('Share')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(texts.video.shareFailed)
    expect(alert.textContent).toContain(detail)
    expect(screen.queryByRole('link', { name: 'See its page' })).toBeNull()
  })

  // Verifies BICTOK-18.
  it('survives a reload, with everything before it', async () => {
    await hasVoice(all)
    await press('Generate Video')
    await screen.findByText(texts.video.unsupported)
    cleanup()
    const asked = open()
    expect(screen.getByText(sample.text)).toBeTruthy()
    expect(await screen.findByText(texts.audio.unsupported)).toBeTruthy()
    expect(screen.getByText(texts.video.unsupported)).toBeTruthy()
    expect(asked).toEqual([])
  })
})

// Verifies BICTOK-18.
it('goes on with what was asked for before a reload', async () => {
  sessionStorage.setItem(
    'mcwick.bictok.script.1',
    JSON.stringify({ body: { text: 'x', genre: 'GENRE_HORROR' }, jobId: 'j7' }),
  )
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  mockJobs([job('j7', { script }) as object])
  renderPage(<Generator />)
  expect(await shown(script.text)).toBeTruthy()
})
