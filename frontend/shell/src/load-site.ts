import type { Site } from '@mcwick/api-calls'

const timeoutMs = 8000 // before watchdog.js takes it for a page that does not start

/**
 * The settings of the site. The page's HTML preloads them, and the browser takes what was preloaded only for a request
 * without headers of our own: hence no trace.
 */
export async function loadSite(): Promise<Site> {
  const answer = await fetch('/config.json', { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error(`no settings: ${answer.status}`)
  return answer.json()
}
