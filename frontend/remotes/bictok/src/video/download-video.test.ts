import { mockApi, problem } from '@mcwick/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { downloadVideo } from './download-video'

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

afterEach(() => vi.restoreAllMocks())

// Verifies VIDEO-18.
it.each([
  ['of another origin by fetching it', elsewhere, 200, 'blob:video', 1],
  ['of another origin by its address where it cannot be fetched', elsewhere, 503, elsewhere, 1],
  ['of the same origin by its address', '/videos/v1.mp4', 200, '/videos/v1.mp4', 0],
])('downloads a video %s', async (_, url, status, href, fetches) => {
  const api = mockApi()
  api.on(route, () => (status === 200 ? new Response('MP4') : problem(status)))
  const pressed = pressedLinks()
  await downloadVideo(url)
  expect(pressed).toEqual([`${href} bictok-video.mp4${href === elsewhere ? ' _blank' : ''}`])
  expect(api.requestsTo(route)).toHaveLength(fetches)
})
