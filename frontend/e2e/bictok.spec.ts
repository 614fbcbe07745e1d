import type { Page, Route } from '@playwright/test'
import { holdRequests } from './support/states'
import { expect, test } from './support/test'

const jobs = '**/api/v1/jobs'
const prompt = 'a haunted lighthouse that smells of fresh gas fees'

const open = async (page: Page) => {
  await page.goto('/bictok')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('BicTok Generator')
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const requestScript = async (page: Page) => {
  await page.getByLabel('Script Prompt').fill(prompt)
  await press(page, 'Generate Script')
}

/** Responds with a problem document of the gateway. */
const failWith = (status: number, code: string, detail: string) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '40' },
    body: JSON.stringify({ code, detail, traceId: 'a'.repeat(32) }),
  })

/** Mocks jobs that finish at once with these results. */
async function mockJobs(page: Page, ...results: object[]) {
  const jobsById = new Map<string, object>()
  await page.route('**/api/v1/jobs/*/events', (route) => {
    const id = route.request().url().split('/').at(-2) ?? ''
    return route.fulfill({
      contentType: 'text/event-stream',
      body: `id: 2\nevent: job\ndata: ${JSON.stringify(jobsById.get(id))}\n\n`,
    })
  })
  await page.route(jobs, (route) => {
    const id = `0192aaaa-0000-7000-8000-00000000000${jobsById.size}`
    const job = { id, kind: 'JOB_KIND_SCRIPT', version: 2, position: 0, estimateSeconds: 0 }
    jobsById.set(id, { ...job, ...results[Math.min(jobsById.size, results.length - 1)] })
    return route.fulfill({ status: 202, json: { ...job, state: 'JOB_STATE_QUEUED' } })
  })
}

/** Mocks a speech whose audio does not load. */
async function mockSpeech(page: Page) {
  await mockJobs(page, { state: 'JOB_STATE_SUCCEEDED', speech: { id: 's1' } })
  const speech = {
    id: 's1',
    address: '/media/speech/none.mp3',
    captionsAddress: '/media/speech/none.vtt',
    words: [],
    source: 'ai',
  }
  await page.route('**/api/v1/speeches/s1', (route) => route.fulfill({ json: speech }))
  await page.route('**/media/speech/**', () => undefined)
}

const failed = (code: string, message: string) => ({ state: 'JOB_STATE_FAILED', error: { code, message } })

test('the footer links to the generator, and the menu marks it as coming soon', { tag: '@both' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'BicTok' }).click()
  await expect(page.getByLabel('Script Prompt')).toBeVisible()
  await expect(page).toHaveTitle('BicTok Generator · McWick')
})

test('the sample script can be used instead of a generated one', { tag: '@both' }, async ({ page, inspect }) => {
  await open(page)
  await inspect('bictok')
  await expect(page.getByRole('button', { name: 'Skip to Audio' })).toBeInViewport({ ratio: 1 })
  await press(page, 'Skip to Audio')
  await expect(page.getByText(/^Last night the lights went out/)).toBeInViewport()
  await inspect('bictok-sample')
  await press(page, 'Regenerate Script')
  await expect(page.getByRole('alert')).toContainText('Invalid input parameters')
  await expect(page.getByText(/^Last night the lights went out/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Last night the lights went out/)).toBeVisible()
})

test.describe('when the server rejects', () => {
  test.use({ allowedProblem: /Failed to load resource/ })

  test('a script, the page shows when to retry', async ({ page, inspect }) => {
    await page.route(jobs, failWith(429, 'RATE_LIMITED', 'Slow down.'))
    await open(page)
    await requestScript(page)
    await expect(page.getByRole('alert')).toContainText('Failed to generate script. Please try again.')
    await expect(page.getByRole('alert')).toContainText('come back in 40 s')
    await expect(page.getByLabel('Script Prompt')).toHaveValue(prompt)
    await inspect('bictok-refused')
  })

  test('a speech, the script stays', async ({ page, inspect }) => {
    await page.route(jobs, failWith(503, 'UNAVAILABLE', 'Later.'))
    await open(page)
    await press(page, 'Skip to Audio')
    await press(page, 'Generate Audio')
    await expect(page.getByRole('alert')).toContainText('Failed to generate audio. Please try again.')
    await expect(page.getByText(/^Last night the lights went out/)).toBeVisible()
    await inspect('bictok-no-voice')
  })

  for (const [code, message] of [
    ['VIDEO_TEMPLATE_MISSING', 'No video template found'],
    ['UNAVAILABLE', 'Failed to generate video'],
  ] as const)
    test(`a video, the speech stays: ${message}`, async ({ page, inspect }) => {
      await mockSpeech(page)
      await page.route('**/api/v1/videos', failWith(409, code, message))
      await open(page)
      await press(page, 'Skip to Audio')
      await press(page, 'Generate Audio')
      await expect(page.locator('audio')).toBeVisible()
      await press(page, 'Generate Video')
      await expect(page.getByRole('alert')).toContainText(message)
      await expect(page.locator('audio')).toBeVisible()
      await inspect('bictok-no-video')
    })
})

test('the progress of a video has enough contrast at its end', { tag: '@both' }, async ({ page, inspect }) => {
  await mockSpeech(page)
  const video = { id: 'v1', version: 2, position: 0, estimateSeconds: 0, percent: 96, state: 'VIDEO_STATE_RUNNING' }
  await page.route('**/api/v1/videos', (route) => route.fulfill({ status: 202, json: video }))
  await page.route('**/api/v1/videos/*/events', () => undefined)
  await open(page)
  await press(page, 'Skip to Audio')
  await press(page, 'Generate Audio')
  await press(page, 'Generate Video')
  await expect(page.getByText('96 %')).toBeVisible()
  await inspect('bictok-making')
})

for (const [code, message] of [
  ['SCRIPT_MISSING', 'No content generated'],
  ['SCRIPT_BREAKS_RULES', 'Failed to generate valid script after multiple attempts'],
] as const)
  test(`a failed script shows the reason and can be retried: ${message}`, async ({ page }) => {
    const script = { text: 'Gm, broh. It works now. The wick is lit.', wordCount: 9, durationSeconds: 4 }
    await mockJobs(page, failed(code, message), { state: 'JOB_STATE_SUCCEEDED', script })
    await open(page)
    await requestScript(page)
    await expect(page.getByRole('alert')).toContainText(message)
    await press(page, 'Try again')
    await expect(page.getByText(script.text)).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })

test.describe('a slow speech', () => {
  /** Delays the speech of the demo provider, with a text that is not cached. */
  const slowly = (page: Page, seconds: number) =>
    page.route(jobs, (route) => {
      const { speech } = route.request().postDataJSON()
      return route.continue({ postData: { speech: { text: `${speech.text} ${Date.now()} [demo:slow:${seconds}]` } } })
    })

  // Verifies BICTOK-19.
  test('can be canceled, and the script stays', async ({ page }) => {
    await slowly(page, 60)
    await open(page)
    await press(page, 'Skip to Audio')
    await press(page, 'Generate Audio')
    await press(page, 'Cancel')
    await expect(page.getByRole('region', { name: 'Your script' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByText(/^Last night the lights went out/)).toBeVisible()
    await expect(page.locator('audio')).toBeHidden()
  })

  // Verifies BICTOK-18.
  test('is resumed after a reload', { tag: '@both' }, async ({ page }) => {
    let jobCount = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/jobs')) jobCount++
    })
    const release = await holdRequests(page, /\/api\/v1\/jobs\/[^/]+(\/events)?$/)
    await open(page)
    await press(page, 'Skip to Audio')
    await press(page, 'Generate Audio')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('audio')).toBeHidden()
    release()
    await expect(page.locator('audio')).toBeVisible()
    expect(jobCount).toBe(1)
  })
})

test.describe('a path without a video', () => {
  test.use({ allowedProblem: /Failed to load resource/ })

  test('shows that an unshared video is not found', async ({ page, request, inspect }) => {
    const path = '/bictok/0192aaaa-0000-7000-8000-00000000dead'
    await expect.poll(async () => (await request.get(path, { headers: { accept: 'text/html' } })).status()).toBe(404)
    await page.goto(path)
    await expect(page.getByText('That video isn’t on our reel, broh.')).toBeVisible()
    await inspect('bictok-gone')
  })
})
