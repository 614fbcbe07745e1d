import { mockApi, problem, renderPage } from '@mcwick/testing'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DownloadLink } from './download-link'

const route = 'GET /videos/v1.mp4'
const elsewhere = 'https://media.test/videos/v1.mp4'

/** Returns the addresses of the links that a download presses. */
function pressedLinks() {
  const pressed: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:video')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    pressed.push(`${this.getAttribute('href')} ${this.download} ${this.target}`.trim())
  })
  return pressed
}

/** Renders a link; returns a function that presses it, and whether the browser follows it. */
function show(href: string, onRenew?: () => Promise<string>) {
  renderPage(
    <DownloadLink href={href} name="video.mp4" {...(onRenew && { onRenew })}>
      Download
    </DownloadLink>,
  )
  return () => fireEvent.click(screen.getByRole('link', { name: 'Download' }))
}

afterEach(() => vi.restoreAllMocks())

// Verifies VIDEO-18, GAL-25.
it.each([
  ['of another origin by fetching it', elsewhere, 200, 'blob:video', 1],
  ['of another origin by its address where it cannot be fetched', elsewhere, 503, elsewhere, 1],
  ['of the same origin by its address', '/videos/v1.mp4', 200, '/videos/v1.mp4', 0],
])('downloads a file %s', async (_, url, status, href, fetches) => {
  const api = mockApi()
  api.on(route, () => (status === 200 ? new Response('MP4') : problem(status)))
  const pressed = pressedLinks()
  expect(show(url)(), 'the browser does not follow the link').toBe(false)
  await vi.waitFor(() => expect(pressed).toEqual([`${href} video.mp4${href === elsewhere ? ' _blank' : ''}`]))
  expect(api.requestsTo(route)).toHaveLength(fetches)
})

it('fetches the file once while the visitor presses again', async () => {
  const api = mockApi()
  let arrive = (_: Response) => {}
  api.on(route, () => new Promise((resolve) => (arrive = resolve)))
  const pressed = pressedLinks()
  const press = show(elsewhere)
  press()
  await vi.waitFor(() => expect(api.requestsTo(route)).toHaveLength(1))
  expect(screen.getByRole('link').getAttribute('aria-busy')).toBe('true')
  press()
  arrive(new Response('MP4'))
  await vi.waitFor(() => expect(screen.getByRole('link').hasAttribute('aria-busy')).toBe(false))
  expect(pressed).toEqual(['blob:video video.mp4'])
  expect(api.requestsTo(route)).toHaveLength(1)
})

it.each([
  ['where it is now', async () => '/videos/renewed.mp4', '/videos/renewed.mp4'],
  ['where it was, when that is unknown', () => Promise.reject(new Error('away')), '/videos/v1.mp4'],
])('downloads a file from %s', async (_, renew, href) => {
  mockApi()
  const pressed = pressedLinks()
  show('/videos/v1.mp4', renew)()
  await vi.waitFor(() => expect(pressed).toEqual([`${href} video.mp4`]))
})
