import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { Builder, error, type WebDriver, type WebElement } from 'selenium-webdriver'

const timeout = 120_000 // jobs take a minute beside other work

/** A test in WebKitGTK, in a window about as wide as a phone's. Playwright's WebKit is no package of Debian. */
export const test = base.extend<{ webkit: WebDriver }, { driverURL: string }>({
  driverURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern, and this needs no other fixture
    async ({}, use) => {
      const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x1200x24'])
      const [display] = await once(screen.stdout, 'data')
      const port = await freePort()
      const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
        env: { ...process.env, DISPLAY: `:${String(display).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' },
        stdio: 'inherit',
      })
      const url = `http://127.0.0.1:${port}`
      await expect(async () => expect((await fetch(`${url}/status`)).ok).toBe(true)).toPass({ timeout })
      await use(url)
      driver.kill()
      screen.kill()
    },
    { scope: 'worker' },
  ],

  webkit: async ({ driverURL, baseURL }, use, info) => {
    const webkit = await new Builder().usingServer(driverURL).withCapabilities({ browserName: 'MiniBrowser' }).build()
    await webkit.manage().window().setRect({ width: 420, height: 900 })
    await webkit.get(`${baseURL}/safety`)
    await webkit.executeScript("localStorage['mcwick.earlyAccess'] = 'true'")
    await use(webkit)
    if (info.status !== info.expectedStatus)
      await writeFile(info.outputPath('screenshot.png'), await webkit.takeScreenshot(), 'base64')
    await webkit.quit()
  },
})

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Waits for what a function of the page returns. */
export function waitFor<T>(webkit: WebDriver, script: string, ...args: unknown[]): Promise<T> {
  return webkit.wait(() => webkit.executeScript<T>(script, ...args), timeout, script) as Promise<T>
}

/** Waits for a text on the page. */
export const waitForText = (webkit: WebDriver, text: string) =>
  waitFor(webkit, 'return document.body.innerText.includes(arguments[0])', text)

/** Waits for a button, link or label of this name that can be used, and clicks it. */
export const click = (webkit: WebDriver, name: string) =>
  clickFound(
    webkit,
    `return [...document.querySelectorAll('button, a, label')].findLast((control) => !control.disabled && control.checkVisibility() &&
      (control.ariaLabel ?? control.textContent).trim() === arguments[0])`,
    name,
  )

/** Types into the field of this label. */
export async function fill(webkit: WebDriver, label: string, text: string) {
  await clickFound(
    webkit,
    `return [...document.querySelectorAll('label')].find((label) => label.checkVisibility() &&
      label.textContent.trim().startsWith(arguments[0]))?.control`,
    label,
  )
  await webkit.switchTo().activeElement().sendKeys(text)
}

const { ElementNotInteractableError, ElementClickInterceptedError, StaleElementReferenceError } = error
const passing = [ElementNotInteractableError, ElementClickInterceptedError, StaleElementReferenceError]

/**
 * Clicks what a function of the page returns, when it can be clicked: it may be covered, or about to be replaced. WebKit's
 * driver does not scroll to what is below the fold.
 */
export const clickFound = (webkit: WebDriver, script: string, ...args: unknown[]) =>
  webkit.wait(
    async () => {
      try {
        const element = await webkit.executeScript<WebElement | null>(script, ...args)
        await webkit.executeScript("arguments[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        await element?.click()
        return element !== null
      } catch (problem) {
        if (!passing.some((kind) => problem instanceof kind)) throw problem
        return false
      }
    },
    timeout,
    script,
  )
