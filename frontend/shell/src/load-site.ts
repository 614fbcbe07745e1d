import type { Site } from '@mcwick/api-calls'

const timeoutMs = 8000 // shorter than the timeout of watchdog.js

/**
 * Loads the site configuration. The page's HTML preloads it, and the browser uses a preloaded response only for a request
 * without extra headers: hence no traceparent.
 */
export async function loadSite(): Promise<Site> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`loading /config.json failed: ${response.status}`)
  return response.json()
}
