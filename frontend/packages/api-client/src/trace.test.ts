import { expect, it, vi } from 'vitest'

// Verifies OBS-2.
it('reports open spans once when the page is left', async () => {
  vi.resetModules() // fresh modules, as a page has
  const { startSpan } = await import('./trace')
  const beacons: Blob[] = []
  vi.stubGlobal('navigator', { sendBeacon: (_: string, batch: Blob) => beacons.push(batch) })
  const action = startSpan('make a meme')
  const call = startSpan('GET /events', action)
  startSpan('POST /jobs', action).end()
  dispatchEvent(new Event('pagehide'))
  call.end('error')
  dispatchEvent(new Event('pagehide'))
  const all = (await Promise.all(beacons.map((batch) => batch.text()))).flatMap((text) => JSON.parse(text))
  expect(all.filter(({ traceId }) => traceId === action.traceId)).toMatchObject([
    { name: 'POST /jobs', parentSpanId: action.spanId, status: 'ok' },
    { name: 'make a meme', spanId: action.spanId, status: 'ok' },
    { name: 'GET /events', parentSpanId: action.spanId, status: 'ok' },
  ])
})
