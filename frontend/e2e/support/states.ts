import { expect, type Page } from '@playwright/test'

/** A step on a page, before or after it is opened. */
export type Step = (page: Page) => Promise<unknown>

/** Makes requests to the URL hang. */
export const hangRequests =
  (address: string): Step =>
  (page) =>
    page.route(address, () => undefined)

/** Holds requests to the URL until the returned function is called: retries of the page are not ahead of a click. */
export async function holdRequests(page: Page, address: string | RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue().catch(() => undefined) // of a page that was left
  })
  return release
}

/** Holds timers of `ms` until the returned function is called: what is shown for a moment is still there when looked at. */
export async function holdTimers(page: Page, ms: number) {
  await page.addInitScript((heldMs) => {
    const start = setTimeout
    const stop = clearTimeout
    const held = new Map<number, () => void>()
    Object.assign(window, {
      setTimeout(task: () => void, delay: number, ...rest: unknown[]) {
        const id = start(task, delay === heldMs ? 600_000 : delay, ...rest)
        if (delay === heldMs) held.set(id, task)
        return id
      },
      clearTimeout(id: number) {
        held.delete(id)
        stop(id)
      },
      releaseTimers() {
        for (const [id, task] of held) {
          clearTimeout(id)
          task()
        }
      },
    })
  }, ms)
  return () => page.evaluate(() => (window as unknown as { releaseTimers(): void }).releaseTimers())
}

/** Makes requests to the URL fail as the gateway does for an unavailable service. */
export const failRequests =
  (address: string, retryAfter = '240', detail = 'Later.'): Step =>
  (page) =>
    page.route(address, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
        body: JSON.stringify({ code: 'UNAVAILABLE', detail, traceId: 'a'.repeat(32) }),
      }),
    )

/** Closes the walls in the site configuration. */
export const closedWalls: Step = (page) =>
  page.route('**/config.json', async (route) => {
    const site = await (await route.fetch()).json()
    await route.fulfill({ json: { ...site, flags: { ...site.flags, wall: false } } })
  })

/** Clicks the first button of this name. */
export const clickButton =
  (name: string): Step =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click()

/** Makes a chunk of the shell fail to load; the page notices after ten seconds. */
export const failShellChunk: Step = async (page) => {
  await page.clock.install()
  await page.route('**/assets/hostInit-*.js', (route) => route.fulfill({ status: 503 }))
}

export const advanceElevenSeconds: Step = (page) => page.clock.fastForward('00:11')

export const openMenu: Step = async (page) => {
  const burger = page.getByRole('button', { name: 'Open the menu' })
  await expect(page.getByRole('banner')).toBeVisible()
  await ((await burger.isVisible()) ? burger.click() : clickButton('Gallery')(page))
}

/** Makes the list endless, from the real images. */
export const repeatPages: Step = (page) =>
  page.route('**/api/v1/images?**', async (route) => {
    const response = await (
      await route.fetch({
        url: route
          .request()
          .url()
          .replace(/&cursor=\d+/, ''),
      })
    ).json()
    const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const images = response.images.map((image: { id: string }) => ({
      ...image,
      id: image.id.replace(/^.{2}/, `a${cursor}`),
    }))
    await route.fulfill({ json: { images, nextCursor: String(cursor + 1) } })
  })

/** Gives every image the longest texts. */
export const longTexts: Step = (page) =>
  page.route('**/api/v1/images?**', async (route) => {
    const response = await (await route.fetch()).json()
    const caption = 'To whoever reads this: buy candles, never rugs. '.repeat(6).slice(0, 280)
    const scene = 'anelevatorwithoutdoorsthatonlyevergoesup'.repeat(5)
    const words = { caption, scene, style: 'W'.repeat(50), signature: '@'.padEnd(50, 'wick') }
    for (const image of response.images) Object.assign(image, words)
    await route.fulfill({ json: response })
  })

/** Sets the source of everything to the composer. */
export const markAsComposed: Step = (page) =>
  page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch().catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response || text === undefined) return // the page has closed
    const body = text.replaceAll(/"source":\s*"(ai)?"/g, '"source":"composer"')
    await route.fulfill({ response, body })
  })

/** Scrolls down until this text is visible, and back up. */
export const scrollDownTo =
  (text: string): Step =>
  async (page) => {
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(page.getByText(text)).toBeVisible({ timeout: 300 })
    }).toPass()
    await page.evaluate(() => scrollTo(0, 0))
  }

/** Limits the list to this many images. */
export const limitImages =
  (count: number): Step =>
  (page) =>
    page.route('**/api/v1/images?**', async (route) => {
      const { images } = await (await route.fetch()).json()
      await route.fulfill({ json: { images: images.slice(0, count), nextCursor: '' } })
    })

export const openImage: Step = (page) => page.getByRole('article').getByRole('link').first().click()

/** Generates a meme; a marker in its scene controls the demo provider. */
export const generateMeme =
  (mark = ''): Step =>
  async (page) => {
    await page.getByLabel("What's McWick doing?").fill('counting green candles')
    await page.getByLabel('Describe the scene').fill(`a quiet harbour ${mark}`.trim())
    await page.getByLabel('Choose Art Style').selectOption('Digital Art')
    await clickButton('Generate Scene')(page)
  }

/** Generates a meme and opens the editor with this text. */
export const openEditor =
  (text: string): Step =>
  async (page) => {
    await generateMeme()(page)
    await page.getByLabel('Your text').fill(text, { timeout: 60_000 })
    for (let step = 0; step < 6; step++) await clickButton('Larger text')(page)
  }

export const openPublishDialog: Step = async (page) => {
  await openEditor('GREEN CANDLES\nFOR ALL 🚀')(page)
  await clickButton('Publish to Instacandle')(page)
}

export const publishMeme: Step = async (page) => {
  await openPublishDialog(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
}

/** Chooses the required traits. */
export const chooseTraits: Step = async (page) => {
  for (const trait of ['Pastel Pink', 'Blue Flame', 'Silver Candle', 'Crown', 'Diamond Hands'])
    await page.getByText(trait, { exact: true }).click()
}

export const generatePfp: Step = async (page) => {
  await chooseTraits(page)
  await clickButton('Generate PFP')(page)
}

export const generateTwoPfps: Step = async (page) => {
  await generatePfp(page)
  await page.getByRole('button', { name: 'Regenerate' }).click({ timeout: 60_000 })
  await expect(page.getByText('The one before')).toBeVisible()
}

export const openPfpPublishDialog: Step = async (page) => {
  await generatePfp(page)
  await page.getByRole('button', { name: 'Publish to InstaCandle' }).click({ timeout: 60_000 })
}

export const publishPfp: Step = async (page) => {
  await openPfpPublishDialog(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
}

/** Generates a key and closes the dialog without a backup. */
export const closeWithoutBackup: Step = async (page) => {
  await clickButton('Generate New Key')(page)
  await expect(page.getByRole('textbox', { name: 'Private Key' })).toBeVisible()
  await page.keyboard.press('Escape')
}

export const registerKey: Step = async (page) => {
  await clickButton('Generate New Key')(page)
  await page.getByRole('checkbox', { name: 'I saved it' }).check()
  await clickButton('Understood Broh! Copied.')(page)
}

export const logIn: Step = async (page) => {
  await registerKey(page)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export const openAccountMenu: Step = async (page) => {
  await logIn(page)
  const burger = page.getByRole('button', { name: 'Open the menu' })
  await ((await burger.isVisible()) ? burger.click() : page.getByRole('button', { name: /^Your corner/ }).click())
}

/** Hides the early-access form. */
export const suppressEarlyAccess: Step = (page) =>
  page.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))

/** Shows the early-access form. */
export const enableEarlyAccess: Step = (page) => page.addInitScript(() => localStorage.removeItem('mcwick.earlyAccess'))

/** Votes until the last card of the deck. */
export const playDeck: Step = async (page) => {
  for (const name of ['Bitcoin', 'Ethereum', 'Pepe', 'Wojak']) {
    const card = page.getByRole('region', { name: 'The deck' }).getByRole('article', { name })
    await expect(card).not.toHaveAttribute('inert')
    await clickButton('Green candle')(page)
  }
}

/** Chooses a winner, and stops the clock before the next round. */
export const chooseWinner: Step = async (page) => {
  const card = page.getByRole('main').getByRole('button').first()
  await expect(card).toBeVisible()
  await page.clock.install()
  await card.click()
}

const handles = ['@waxella', '@candlecarl', '@drip_lord', '@wick_norris', '@moonbeam_mo', '@sir_meltsalot', '@bee_wax']
const reasons = [
  'Lent me her last match. In the rain. Twice.',
  'Held through three winters, two rugs and one very drafty window. '.repeat(6).slice(0, 400),
  '',
  'Taught half the room to read a chart, and the other half to stop reading charts. '.repeat(2).trim(),
]

/** Mocks the entries of both walls, more than one page. */
export const mockWallEntries: Step = (page) =>
  page.route('**/api/v1/wall/entries**', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? ''
    const entries = Array.from({ length: 24 }, (_, index) => ({
      id: `${cursor}${index}`,
      xHandle: index < handles.length ? handles[index] : `@${'candle_without_end_'.repeat(3).slice(0, 27 + index)}`,
      bio: reasons[index % reasons.length],
      createTime: '2026-01-03T12:00:00Z',
    }))
    return route.fulfill({ json: { entries, nextCursor: cursor ? '' : 'older-' } })
  })

/** Mocks empty walls. */
export const mockEmptyWall: Step = (page) =>
  page.route('**/api/v1/wall/entries**', (route) => route.fulfill({ json: { entries: [], nextCursor: '' } }))

/** Flips a card. */
export const flipCard: Step = (page) => page.getByRole('article').nth(1).getByRole('button').click()

/** Fills in a self-nomination. */
export const fillNomination: Step = async (page) => {
  await clickButton('Submit Nomination')(page)
  await page.getByLabel('X handle').fill('@waxella')
  await page.getByLabel('Reason').fill('I never sold a candle.')
  await page.getByText('Yes', { exact: true }).first().click()
}

export const submitNomination: Step = async (page) => {
  await fillNomination(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
}

/** Scrolls to the top and loads all lazy images, for a screenshot of the whole page. */
export const loadAllImages: Step = (page) =>
  page.evaluate(async () => {
    scrollTo(0, 0)
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })

/** Requests a script. */
export const requestScript: Step = async (page) => {
  await page.getByLabel('Script Prompt').fill('a haunted lighthouse that smells of fresh gas fees')
  await clickButton('Generate Script')(page)
}

/** Uses the sample script, and regenerates it. */
export const regenerateScript: Step = async (page) => {
  await clickButton('Skip to Audio')(page)
  await clickButton('Regenerate Script')(page)
}

/** Uses the sample script, and generates its speech. */
export const generateSampleSpeech: Step = async (page) => {
  await clickButton('Skip to Audio')(page)
  await clickButton('Generate Audio')(page)
}

/** Generates the speech of the sample script, and seeks into a word. */
export const playSampleSpeech: Step = async (page) => {
  await generateSampleSpeech(page)
  const audio = page.locator('audio')
  await expect(audio).toBeVisible()
  await audio.evaluate((player: HTMLAudioElement) => {
    player.currentTime = 4
  })
  await expect(page.locator('mark')).toBeVisible()
}

export const generateSampleVideo: Step = async (page) => {
  await playSampleSpeech(page)
  await clickButton('Generate Video')(page)
}

export const waitForSampleVideo: Step = async (page) => {
  await generateSampleVideo(page)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible({ timeout: 100_000 })
}

export const shareSampleVideo: Step = async (page) => {
  await waitForSampleVideo(page)
  await clickButton('Share')(page)
  await page.getByRole('link', { name: 'See its page' }).click()
}
