/**
 * Reads server-sent events to their end, as the gateway writes them: JSON in one line each. `alive` is called for whatever
 * comes, also for the comments that say that there is nothing new.
 */
export async function hearEvents<T>(response: Response, alive: () => void, hear: (said: T) => void) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; reader; ) {
    const { done, value } = await reader.read()
    if (done) return
    alive()
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, said] = /^data: (.*)$/m.exec(event) ?? []
      if (said) hear(JSON.parse(said))
    }
  }
}
