import { expect, it, vi } from 'vitest'
import { readEvents } from './events'

it('parses events across chunk borders, and counts comments as heartbeats', async () => {
  const text =
    'id: 1\nevent: job\ndata: {"says":"gm 🕯️"}\n\n: still waiting\n\nid: 2\nevent: job\ndata: {"says":"gn"}\n\n'
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const byte of new TextEncoder().encode(text)) stream.enqueue(Uint8Array.of(byte))
      stream.close()
    },
  })
  const keepAlive = vi.fn()
  const events: unknown[] = []
  await readEvents(new Response(body), keepAlive, (event) => events.push(event))
  expect(events).toEqual([{ says: 'gm 🕯️' }, { says: 'gn' }])
  expect(keepAlive.mock.calls.length).toBeGreaterThan(text.length / 2)
})
