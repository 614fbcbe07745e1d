import { expect, type Page } from '@playwright/test'

/** Something done to a page, before it is opened or after. */
export type Step = (page: Page) => Promise<unknown>

/** Nothing under the address ever answers. */
export const silent =
  (address: string): Step =>
  (page) =>
    page.route(address, () => undefined)

/** What the gateway answers for a service that is away. */
export const away =
  (address: string): Step =>
  (page) =>
    page.route(address, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '240' },
        body: JSON.stringify({ code: 'UNAVAILABLE', detail: 'Later.', traceId: 'a'.repeat(32) }),
      }),
    )

/** The site's own settings, with the walls closed. */
export const closedWalls: Step = (page) =>
  page.route('**/config.json', async (route) => {
    const site = await (await route.fetch()).json()
    await route.fulfill({ json: { ...site, flags: { ...site.flags, wall: false } } })
  })

/** Presses the first button of this name. */
export const press =
  (name: string): Step =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().click()

/** A module of the shell is lost on the way; the page notices after ten seconds. */
export const withoutCode: Step = async (page) => {
  await page.clock.install()
  await page.route('**/assets/hostInit-*.js', (route) => route.fulfill({ status: 503 }))
}

export const elevenSeconds: Step = (page) => page.clock.fastForward('00:11')

export const openMenu: Step = async (page) => {
  const burger = page.getByRole('button', { name: 'Open the menu' })
  await expect(page.getByRole('banner')).toBeVisible()
  await ((await burger.isVisible()) ? burger.click() : press('Gallery')(page))
}

/** The list has page after page, of the pictures that really hang there. */
export const endless: Step = (page) =>
  page.route('**/api/v1/images?**', async (route) => {
    const answer = await (
      await route.fetch({
        url: route
          .request()
          .url()
          .replace(/&cursor=\d+/, ''),
      })
    ).json()
    const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const images = answer.images.map((image: { id: string }) => ({
      ...image,
      id: image.id.replace(/^.{2}/, `a${cursor}`),
    }))
    await route.fulfill({ json: { images, nextCursor: String(cursor + 1) } })
  })

/** Every picture is by somebody with much to say. */
export const longTexts: Step = (page) =>
  page.route('**/api/v1/images?**', async (route) => {
    const answer = await (await route.fetch()).json()
    const caption = 'To whoever reads this: buy candles, never rugs. '.repeat(6).slice(0, 280)
    const scene = 'anelevatorwithoutdoorsthatonlyevergoesup'.repeat(5)
    for (const image of answer.images) Object.assign(image, { caption, scene, signature: '@'.padEnd(50, 'wick') })
    await route.fulfill({ json: answer })
  })

/** AI was away when all of this was made. */
export const composed: Step = (page) =>
  page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch().catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response || text === undefined) return // the page has closed
    const body = text.replaceAll(/"source":\s*"(ai)?"/g, '"source":"composer"')
    await route.fulfill({ response, body })
  })

/** Goes down the wall until it says this, and back up. */
export const downTo =
  (text: string): Step =>
  async (page) => {
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(page.getByText(text)).toBeVisible({ timeout: 300 })
    }).toPass()
    await page.evaluate(() => scrollTo(0, 0))
  }

/** No more than so many pictures hang on the wall. */
export const few =
  (count: number): Step =>
  (page) =>
    page.route('**/api/v1/images?**', async (route) => {
      const { images } = await (await route.fetch()).json()
      await route.fulfill({ json: { images: images.slice(0, count), nextCursor: '' } })
    })

export const openPicture: Step = (page) => page.getByRole('article').getByRole('link').first().click()

/** Asks for a picture; a mark in its scene tells the demo provider what to do. */
export const draw =
  (mark = ''): Step =>
  async (page) => {
    await page.getByLabel("What's McWick doing?").fill('counting green candles')
    await page.getByLabel('Describe the scene').fill(`a quiet harbour ${mark}`.trim())
    await page.getByLabel('Choose Art Style').selectOption('Digital Art')
    await press('Generate Scene')(page)
  }

/** Has a picture with a text on it in the editor. */
export const write =
  (text: string): Step =>
  async (page) => {
    await draw()(page)
    await page.getByLabel('Your text').fill(text, { timeout: 60_000 })
    for (let step = 0; step < 6; step++) await press('Larger text')(page)
  }

export const askToPublish: Step = async (page) => {
  await write('GREEN CANDLES\nFOR ALL 🚀')(page)
  await press('Publish to Instacandle')(page)
}

export const publish: Step = async (page) => {
  await askToPublish(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
}

/** Chooses as many traits as a profile picture needs. */
export const chooseTraits: Step = async (page) => {
  for (const trait of ['Pastel Pink', 'Blue Flame', 'Silver Candle', 'Crown', 'Diamond Hands'])
    await page.getByText(trait, { exact: true }).click()
}

export const makePfp: Step = async (page) => {
  await chooseTraits(page)
  await press('Generate PFP')(page)
}

export const makeTwoPfps: Step = async (page) => {
  await makePfp(page)
  await page.getByRole('button', { name: 'Regenerate' }).click({ timeout: 60_000 })
  await expect(page.getByText('The one before')).toBeVisible({ timeout: 60_000 })
}

export const askToPublishPfp: Step = async (page) => {
  await makePfp(page)
  await page.getByRole('button', { name: 'Publish to InstaCandle' }).click({ timeout: 60_000 })
}

export const publishPfp: Step = async (page) => {
  await askToPublishPfp(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
}

/** Makes a key and is about to lose it. */
export const leaveWithoutTheKey: Step = async (page) => {
  await press('Generate New Key')(page)
  await expect(page.getByRole('textbox', { name: 'Private Key' })).toBeVisible()
  await page.keyboard.press('Escape')
}

export const register: Step = async (page) => {
  await press('Generate New Key')(page)
  await page.getByRole('checkbox', { name: 'I saved it' }).check()
  await press('Understood Broh! Copied.')(page)
}

export const logIn: Step = async (page) => {
  await register(page)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export const openCorner: Step = async (page) => {
  await logIn(page)
  const burger = page.getByRole('button', { name: 'Open the menu' })
  await ((await burger.isVisible()) ? burger.click() : page.getByRole('button', { name: /^Your corner/ }).click())
}

/** This visitor was asked for a name before. */
export const late: Step = (page) => page.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))

/** Nobody has asked this visitor for a name. */
export const early: Step = (page) => page.addInitScript(() => localStorage.removeItem('mcwick.earlyAccess'))

/** Votes until the last card of the deck is on top. */
export const playTheDeck: Step = async (page) => {
  for (const name of ['Bitcoin', 'Ethereum', 'Pepe', 'Wojak']) {
    const card = page.getByRole('region', { name: 'The deck' }).getByRole('article', { name })
    await expect(card).not.toHaveAttribute('inert')
    await press('Green candle')(page)
  }
}

/** Has a winner, who stays: the clock stands still before the next round. */
export const decideABattle: Step = async (page) => {
  const fighter = page.getByRole('main').getByRole('button').first()
  await expect(fighter).toBeVisible()
  await page.clock.install()
  await fighter.click()
}

const candles = ['@waxella', '@candlecarl', '@drip_lord', '@wick_norris', '@moonbeam_mo', '@sir_meltsalot', '@bee_wax']
const reasons = [
  'Lent me her last match. In the rain. Twice.',
  'Held through three winters, two rugs and one very drafty window. '.repeat(6).slice(0, 400),
  '',
  'Taught half the room to read a chart, and the other half to stop reading charts. '.repeat(2).trim(),
]

/** Invented candles hang on both walls, more than a page of them. */
export const hall: Step = (page) =>
  page.route('**/api/v1/wall/entries**', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? ''
    const entries = Array.from({ length: 24 }, (_, index) => ({
      id: `${cursor}${index}`,
      xHandle: index < candles.length ? candles[index] : `@${'candle_without_end_'.repeat(3).slice(0, 27 + index)}`,
      bio: reasons[index % reasons.length],
      createTime: '2026-01-03T12:00:00Z',
    }))
    return route.fulfill({ json: { entries, nextCursor: cursor ? '' : 'older-' } })
  })

/** Nobody hangs on a wall. */
export const noHall: Step = (page) =>
  page.route('**/api/v1/wall/entries**', (route) => route.fulfill({ json: { entries: [], nextCursor: '' } }))

/** Has a card in the hand. */
export const turnACard: Step = (page) => page.getByRole('article').nth(1).getByRole('button').click()

/** Fills in a nomination of oneself. */
export const nominate: Step = async (page) => {
  await press('Submit Nomination')(page)
  await page.getByLabel('X handle').fill('@waxella')
  await page.getByLabel('Reason').fill('I never sold a candle.')
  await page.getByText('Yes', { exact: true }).first().click()
}

export const sendANomination: Step = async (page) => {
  await nominate(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
}

/** Goes back to the top and fetches the pictures that wait to be scrolled to, for a picture of the whole page. */
export const unfold: Step = (page) =>
  page.evaluate(async () => {
    scrollTo(0, 0)
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })

/** Asks for the script of a video. */
export const askForAScript: Step = async (page) => {
  await page.getByLabel('Script Prompt').fill('a haunted lighthouse that smells of fresh gas fees')
  await press('Generate Script')(page)
}

/** Has the sample, and wants it written anew. */
export const repeatTheSample: Step = async (page) => {
  await press('Skip to Audio')(page)
  await press('Regenerate Script')(page)
}

/** Has the sample, and wants to hear it. */
export const tellTheSample: Step = async (page) => {
  await press('Skip to Audio')(page)
  await press('Generate Audio')(page)
}

/** Has the sample's voice, in the middle of a word. */
export const hearTheSample: Step = async (page) => {
  await tellTheSample(page)
  const audio = page.locator('audio')
  await expect(audio).toBeVisible({ timeout: 60_000 })
  await audio.evaluate((player: HTMLAudioElement) => {
    player.currentTime = 4
  })
  await expect(page.locator('mark')).toBeVisible()
}

export const filmTheSample: Step = async (page) => {
  await hearTheSample(page)
  await press('Generate Video')(page)
}

export const watchTheSample: Step = async (page) => {
  await filmTheSample(page)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible({ timeout: 100_000 })
}

export const shareTheSample: Step = async (page) => {
  await watchTheSample(page)
  await press('Share')(page)
  await page.getByRole('link', { name: 'See its page' }).click()
}
