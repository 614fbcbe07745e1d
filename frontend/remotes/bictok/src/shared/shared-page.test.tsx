import { keepText, storeUser } from '@mcwick/session'
import { mockApi, problem, renderPage, stubNavigator } from '@mcwick/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { texts } from '../texts'
import { SharedPage } from './shared-page'

const video = {
  id: 'v1',
  title: 'BicTok Video',
  description: 'Gm, broh.',
  objectName: 'videos/v1.mp4',
  captionsObjectName: 'videos/v1.vtt',
  posterObjectName: 'videos/v1.webp',
}

const one = 'GET /api/v1/shared-videos/{id}'
const moderation = 'GET /api/v1/shared-videos/{id}/moderation'

function open(answer: () => Response, image = () => problem(404)) {
  const api = mockApi()
  api.on(one, answer)
  api.on('GET /api/v1/images/{id}', image)
  api.on(moderation, () => Response.json({ state: 'MODERATION_STATE_UNSPECIFIED' }))
  const [setTitle, toast] = [vi.fn(), vi.fn()]
  renderPage(<SharedPage id="v1" />, { setTitle, toast })
  return { api, setTitle, toast }
}

// Verifies BICTOK-20.
it('shows video and script, and links to the generator', async () => {
  open(() => Response.json(video))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('BicTok Video')
  expect(screen.getByText('Gm, broh.')).toBeTruthy()
  expect(document.querySelector('video source')?.getAttribute('src')).toBe('/media/videos/v1.mp4')
  expect(screen.getByRole('link', { name: 'Make your own' }).getAttribute('href')).toBe('/bictok')
})

// Verifies AI-6.
it.each([
  ['ai', 'Made with AI'],
  ['composer', 'Spoken by the candle, not by AI'],
  ['', 'Made with AI'], // older than the source field
])('labels a video of source %j as %s', async (source, mark) => {
  open(() => Response.json({ ...video, source }))
  expect(await screen.findByText(mark)).toBeTruthy()
})

// Verifies VIDEO-12.
it('shows the handle that the gallery has of it, with its seal', async () => {
  open(
    () => Response.json(video),
    () => Response.json({ id: 'v1', handle: '@ann', variants: [] }),
  )
  const author = await screen.findByRole('link', { name: '@ann Signed with their key' })
  expect(author.getAttribute('href')).toBe('/@ann')
})

// Verifies BICTOK-21.
it('sets the window title to the beginning of the script', async () => {
  const description = 'A candle walked into a bar and lit the whole place up, then left without paying for the wax.'
  const { setTitle } = open(() => Response.json({ ...video, description }))
  await screen.findByRole('heading', { level: 1 })
  expect(setTitle).toHaveBeenLastCalledWith(
    'BicTok Video: A candle walked into a bar and lit the whole place up, then…',
  )
})

// Verifies BICTOK-21.
it('shares the video', async () => {
  open(() => Response.json(video))
  await screen.findByRole('heading', { level: 1 })
  const user = userEvent.setup()
  const share = vi.fn(async () => undefined)
  stubNavigator({ share })
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const url = expect.stringMatching(/\/bictok\/v1$/)
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'BicTok Video: Gm, broh.', url })
})

// Verifies BICTOK-21, MOD-60.
it('reports the video', async () => {
  const { api, toast } = open(() => Response.json(video))
  api.on('POST /api/v1/shared-videos/{id}/reports', () => Response.json({}, { status: 202 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Report: BicTok Video' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What is it?' }), 'It hurts somebody')
  await userEvent.type(screen.getByRole('textbox', { name: /Anything else/ }), 'Mine, for one.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Thanks, broh. Somebody takes a look.'))
  expect(api.requestsTo('POST /api/v1/shared-videos/{id}/reports').map(({ body }) => body)).toEqual([
    { reason: 'REPORT_REASON_OFFENSIVE', note: 'Mine, for one.' },
  ])
})

it.each([
  ['missing', 404, texts.video.gone, false],
  ['unavailable', 503, texts.video.notLoaded, true],
])('shows when the file is %s', async (_, status, message, hasRetry) => {
  const { api } = open(() => Response.json(video))
  api.on('GET /media/videos/v1.mp4', () => problem(status))
  await screen.findByRole('heading', { level: 1 })
  fireEvent.error(document.querySelector('video source') as Element)
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(document.querySelector('video')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(hasRetry)
})

// Verifies MOD-61.
it.each([404, 410])('shows when the video is not shared or hidden: %i', async (status) => {
  open(() => problem(status))
  expect(await screen.findByText(texts.shared.gone)).toBeTruthy()
})

// Verifies MOD-65.
it('shows the maker of a hidden video why, and takes an appeal', async () => {
  const { api } = open(() => problem(410))
  const hidden = {
    state: 'MODERATION_STATE_HIDDEN',
    reason: 'REPORT_REASON_SPAM',
    message: 'No adverts.',
    hideTime: '2026-11-20T15:00:00Z',
    canAppeal: true,
  }
  let decided: object = hidden
  api.on(moderation, () => Response.json(decided))
  api.on('POST /api/v1/shared-videos/{id}/appeals', () => Response.json({}, { status: 202 }))
  expect((await screen.findByText(/Your video is hidden/)).textContent).toContain('it is advertising')
  expect(screen.getByText('They say: No adverts.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Appeal' }))
  expect(document.activeElement, 'the button is gone').toBe(screen.getByRole('textbox'))
  await userEvent.type(screen.getByRole('textbox'), ' A candle. ')
  decided = { ...hidden, canAppeal: false, appeal: 'A candle.', appealTime: '2026-11-21T15:00:00Z' }
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('You said: A candle.')).toBeTruthy()
  expect(api.requestsTo('POST /api/v1/shared-videos/{id}/appeals').map(({ body }) => body)).toEqual([
    { text: 'A candle.' },
  ])
})

// Verifies MOD-65.
it('shows nothing of a decision to who disconnects from the account of its maker', async () => {
  storeUser({ publicKey: 'a'.repeat(64), xHandle: '@Waxella' })
  const { api } = open(() => problem(410))
  const hidden = { state: 'MODERATION_STATE_HIDDEN', message: 'No adverts.' }
  let reads = 0
  api.on(moderation, () => {
    reads++
    return Response.json(hidden)
  })
  await screen.findByText('They say: No adverts.')
  const readBefore = reads
  await act(async () => {
    keepText('mcwick.leaving', '1') // as log-out does first
    storeUser(null)
  })
  expect(screen.queryByText('They say: No adverts.')).toBeNull()
  expect(reads, 'while the session ends').toBe(readBefore)
  keepText('mcwick.leaving', null)
})

// Verifies MOD-94.
it('shows the maker of a restored video the answer to the appeal, and others nothing', async () => {
  const { api } = open(() => Response.json(video))
  api.on(moderation, () =>
    Response.json({
      state: 'MODERATION_STATE_RESTORED',
      appeal: 'A candle.',
      appealTime: '2026-11-21T15:00:00Z',
      answer: 'So it is.',
      answerTime: '2026-11-22T15:00:00Z',
    }),
  )
  expect(await screen.findByText(texts.shared.moderation.restored)).toBeTruthy()
  expect(screen.getByText('They say: So it is.')).toBeTruthy()
})

it('shows nothing of decisions when there are none', async () => {
  const { api } = open(() => Response.json(video))
  await screen.findByRole('heading', { level: 1 })
  await vi.waitFor(() => expect(api.requestsTo(moderation)).toHaveLength(1))
  expect(screen.queryByText(/is hidden from the reel/)).toBeNull()
})

it('shows an error when the load fails, and retries', async () => {
  open(() => problem(503))
  expect((await screen.findByRole('alert')).textContent).toContain(texts.video.notLoaded)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

// Verifies AFTER-14.
it('folds the script, dates the video, and can be downloaded', async () => {
  open(() => Response.json({ ...video, shareTime: '2026-11-02T10:00:00Z' }))
  expect((await screen.findByText('Told on November 2, 2026')).getAttribute('datetime')).toBe(
    '2026-11-02T10:00:00.000Z',
  )
  const script = screen.getByText('Gm, broh.').closest('details')
  expect(script?.open).toBe(false)
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/media/videos/v1.mp4')
})

// Verifies VIDEO-18.
it('downloads the video without leaving the page', async () => {
  open(() => Response.json(video))
  const link = await screen.findByRole('link', { name: 'Download' })
  const pressed: unknown[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    pressed.push(this.getAttribute('href'))
  })
  expect(fireEvent.click(link), 'the browser does not follow the link').toBe(false)
  await vi.waitFor(() => expect(pressed).toEqual(['/media/videos/v1.mp4']))
})

// Verifies AFTER-14.
it('leads to other videos', async () => {
  const { api } = open(() => Response.json(video))
  const other = { type: 'video', objectName: 'videos/v2.webp', variants: [], placeholder: '' }
  api.images = [
    { ...other, id: 'v1', caption: 'This one' },
    { ...other, id: 'v2', caption: 'A ghost' },
  ] as never
  const poster = await screen.findByAltText('BicTok: A ghost')
  expect(poster.closest('a')?.getAttribute('href')).toBe('/bictok/v2')
  expect(screen.queryByAltText('BicTok: This one')).toBeNull()
})
