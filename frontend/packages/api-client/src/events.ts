/**
 * Reads server-sent events to their end, as the gateway writes them: JSON in one line each. `keepAlive` is called for every
 * chunk, also for heartbeat comments.
 */
export async function readEvents<T>(response: Response, keepAlive: () => void, onEvent: (data: T) => void) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; reader; ) {
    const { done, value } = await reader.read()
    if (done) return
    keepAlive()
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, data] = /^data: (.*)$/m.exec(event) ?? []
      if (data) onEvent(JSON.parse(data))
    }
  }
}
