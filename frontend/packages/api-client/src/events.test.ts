import { expect, it, vi } from 'vitest'
import { hearEvents } from './events'

it('hears each event, however its bytes are cut, and takes comments for signs of life', async () => {
  const text =
    'id: 1\nevent: job\ndata: {"says":"gm 🕯️"}\n\n: still waiting\n\nid: 2\nevent: job\ndata: {"says":"gn"}\n\n'
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const byte of new TextEncoder().encode(text)) stream.enqueue(Uint8Array.of(byte))
      stream.close()
    },
  })
  const alive = vi.fn()
  const said: unknown[] = []
  await hearEvents(new Response(body), alive, (event) => said.push(event))
  expect(said).toEqual([{ says: 'gm 🕯️' }, { says: 'gn' }])
  expect(alive.mock.calls.length).toBeGreaterThan(text.length / 2)
})
