import { listImages } from '@mcwick/api-calls'
import type { GalleryUpdate, Shell } from '@mcwick/shell-contract'

const address = '/api/v1/gallery/events'
const hiddenMs = 30_000 // a page that is hidden for longer has no stream
const unusedMs = 10_000 // a stream is kept while the visitor goes to another page
const pollMs = 30_000
const resetMs = 1500 // resets in a row are a second apart
const spreadMs = 5_000 // all pages lose their streams together

const listeners = new Map<(update: GalleryUpdate) => void, Parameters<NonNullable<Shell['watchGallery']>>[0]>()
let stream: EventSource | undefined
let lastId = ''
let closing: ReturnType<typeof setTimeout> | undefined
let isPollDue = false
let polling: ReturnType<typeof setTimeout> | undefined
let falling: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Calls the listener with what changes in the gallery. All listeners of a page share one stream; without one it polls. */
export const watchGallery: NonNullable<Shell['watchGallery']> = (types, listener) => {
  listeners.set(listener, types)
  isPollDue ||= document.hidden && !lastId
  resume()
  return () => {
    listeners.delete(listener)
    pause(unusedMs)
  }
}

document.addEventListener('visibilitychange', () => (document.hidden ? pause(hiddenMs) : resume()))

/** Reads the lists after the last of several resets, once the page is visible. */
function pollOnce() {
  clearTimeout(polling)
  if (!isPollDue || document.hidden) return
  polling = setTimeout(poll, resetMs)
}

function resume() {
  clearTimeout(closing)
  pollOnce()
  if (listeners.size > 0 && !document.hidden && !stream && !falling) open()
}

/** Closes the stream after a while, unless it is used again. */
function pause(delayMs: number) {
  clearTimeout(closing)
  closing = setTimeout(() => {
    if (listeners.size > 0 && !document.hidden) return
    isPollDue ||= !lastId // the next stream cannot say what was missed
    stream?.close()
    clearTimeout(falling)
    stream = falling = undefined
  }, delayMs)
}

/** Opens a stream that begins after the last event. The browser opens it again by itself when it ends. */
function open() {
  const opened = new EventSource(lastId ? `${address}?after=${lastId}` : address)
  stream = opened
  const on = (name: string, act: (data: string) => void) =>
    opened.addEventListener(name, ({ lastEventId, data }: MessageEvent<string>) => {
      lastId = lastEventId
      act(data)
    })
  on('ready', () => {
    failures = 0
  })
  on('message', (data) => publish(JSON.parse(data)))
  on('reset', (data) => {
    publish(JSON.parse(data))
    isPollDue = true
    pollOnce()
  })
  opened.addEventListener('error', () => {
    if (opened.readyState !== EventSource.CLOSED || stream !== opened) return
    stream = undefined
    fallBack()
  })
}

/** Without a stream, reads the lists every half a minute, and tries a stream again. */
function fallBack() {
  const delay = failures++ ? pollMs * (0.75 + Math.random() / 2) : Math.random() * spreadMs
  falling = setTimeout(async () => {
    await poll()
    falling = undefined
    resume()
  }, delay)
}

/**
 * Publishes the newest images as if they were new, while the page is visible: listeners know what they show. A failure is
 * that of the lists, which show it themselves.
 */
async function poll() {
  isPollDue = document.hidden
  if (isPollDue) return
  for (const type of new Set([...listeners.values()].flat())) {
    const list = await listImages({ type }).catch(() => undefined)
    const images = list?.images ?? []
    publish({ added: images, likes: Object.fromEntries(images.map(({ id, likes }) => [id, likes])) })
  }
}

function publish(update: GalleryUpdate) {
  for (const listener of listeners.keys()) listener(update)
}
