import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/test'

test.use({
  allowedProblem: /content policy|Trusted ?(Type|HTML|Script)|violates|requires|Failed to (set|register)|404/i,
})

/** What an injected text would do, each of which the page's policy refuses by this directive. */
const attempts: Record<string, { attempt: () => unknown; directive: string }> = {
  'markup from a text': {
    attempt: () => {
      document.body.innerHTML = '<img src="/x.png">'
    },
    directive: 'require-trusted-types-for',
  },
  'a script by its address': {
    attempt: () => {
      const script = document.createElement('script')
      script.src = '/watchdog.js'
      document.head.append(script)
    },
    directive: 'require-trusted-types-for',
  },
  'a policy of its own': {
    attempt: () => {
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: (...of: unknown[]) => void } }
      trustedTypes.createPolicy('theirs', { createHTML: (text: string) => text })
    },
    directive: 'trusted-types',
  },
  'a worker from another folder': {
    attempt: () => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (...of: unknown[]) => { createScriptURL: (url: string) => string } }
      }
      const policy = trustedTypes.createPolicy('mcwick-worker', { createScriptURL: (url: string) => url })
      new Worker(policy.createScriptURL('/watchdog.js'))
    },
    directive: 'worker-src',
  },
}

/** Returns how many violations of a directive the gateways have counted. */
async function countReports(directive: string): Promise<number> {
  const file = join(process.env.MCWICK_DATA ?? '', 'prometheus-targets.json')
  const jobs: { targets: string[]; labels: { job: string } }[] = JSON.parse(readFileSync(file, 'utf8'))
  const addresses = jobs.flatMap(({ targets, labels }) => (labels.job === 'gateway' ? targets : []))
  const texts = await Promise.all(addresses.map(async (address) => (await fetch(`http://${address}/metrics`)).text()))
  const counters = new RegExp(`^mcwick_page_violations_total\\{[^}]*directive="${directive}"[^}]*\\} (\\d+)$`, 'gm')
  return texts.flatMap((text) => [...text.matchAll(counters)]).reduce((sum, [, count]) => sum + Number(count), 0)
}

for (const [name, { attempt, directive }] of Object.entries(attempts)) {
  // Verifies SEC-1.
  test(`the page refuses ${name}, and its browser reports that`, async ({ page }) => {
    await page.goto('/gallery')
    await expect(page.getByRole('article').first()).toBeVisible()
    const earlier = await countReports(directive)
    const refused = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        }),
    )
    await page.evaluate(attempt).catch(() => undefined) // some throw
    expect(await refused).toBe(directive)
    expect(await page.locator('img[src="/x.png"]').count()).toBe(0)
    await expect.poll(() => countReports(directive), { timeout: 90_000 }).toBeGreaterThan(earlier)
  })
}

// Verifies SEC-2.
test('no script of the page can become a service worker', async ({ page, request }) => {
  const worker = '/mfe/studio/workers/'
  await page.goto('/ai')
  const registered = await page.evaluate(async (scope) => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (...of: unknown[]) => { createScriptURL: (url: string) => string } }
    }
    const policy = trustedTypes.createPolicy('mcwick-worker', { createScriptURL: (url: string) => url })
    const address = policy.createScriptURL('/mfe/studio/remoteEntry.js')
    return navigator.serviceWorker.register(address, { scope }).then(
      () => true,
      () => false,
    )
  }, worker)
  expect(registered).toBe(false)
  expect((await request.get('/watchdog.js')).status()).toBe(200)
  expect((await request.get('/watchdog.js', { headers: { 'service-worker': 'script' } })).status()).toBe(404)
})
