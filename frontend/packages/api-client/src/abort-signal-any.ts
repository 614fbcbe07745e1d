// Safari has it from 17.4 on, Chrome from 116, Firefox from 124. Remotes rely on this too: it is not exported, because a page
// that is open since the last release has a client without it.
AbortSignal.any ??= (signals) => {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return either.signal
}
