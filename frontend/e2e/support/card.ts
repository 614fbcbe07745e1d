import { type APIRequestContext, expect } from '@playwright/test'

/** Reads a page with its card: the gateway sends a page that waits a second for its card without one. */
export async function readWithCard(request: APIRequestContext, path: string, headers = {}): Promise<string> {
  let html = ''
  await expect(async () => {
    const response = await request.get(path, { headers })
    expect(response.status(), path).toBe(200)
    html = await response.text()
    expect(html, path).toContain('property="og:url"')
  }).toPass({ timeout: 60_000 })
  return html
}
