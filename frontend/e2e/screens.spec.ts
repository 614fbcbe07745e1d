import { expect, test } from '@playwright/test'
import * as state from './support/states'
import { settle } from './support/test'

const { away, draw, press, silent } = state

interface Screen {
  path: string
  /** Told before the page is opened: what does not answer, what answers otherwise. */
  given?: state.Step
  /** Leads to the state. */
  when?: state.Step
  /** What is seen when the state is there. */
  sight: string | RegExp
  /** Only what is in the window, for what lies over the page. */
  window?: true
}

const dark = 'This part of the house stays dark.'
const jobs = '**/api/v1/jobs'
const images = '**/api/v1/images?**'
const picture = '**/api/v1/images/*'
const walls = '**/api/v1/wall/entries**'
const somePicture = '/gallery/0192aaaa-0000-7000-8000-00000000dead'

/** Every state of every page, by the name of its picture. */
const screens: Record<string, Screen> = {
  home: { path: '/', sight: 'Meet McWick' },
  'home-composed': { path: '/', given: state.composed, sight: 'Meet McWick' },
  'home-loading': { path: '/', given: silent(images), sight: 'Meet McWick' },
  'home-failed': { path: '/', given: away(images), sight: 'Failed to load images' },
  'home-copied': { path: '/', when: press('Copy the contract address'), sight: 'Copied', window: true },
  menu: { path: '/', when: state.openMenu, sight: 'Explore', window: true },
  lore: { path: '/lore', sight: 'Tenets' },
  'not-found': { path: '/no-such-page', sight: 'Lights out' },
  'no-config': { path: '/', given: away('**/config.json'), sight: 'The wick does not catch' },
  boot: { path: '/', given: silent('**/config.json'), sight: 'Lighting the wick…' },
  'no-code': { path: '/', given: state.withoutCode, when: state.elevenSeconds, sight: 'The wick does not catch' },
  'remote-loading': { path: '/ai', given: silent('**/mfe/studio/**'), sight: 'Melting the page into shape' },
  'remote-failed': { path: '/ai', given: away('**/mfe/studio/**'), sight: dark },
  styleguide: { path: '/styleguide', sight: 'The candle' },
  'styleguide-dialog': { path: '/styleguide', when: press('Open a dialog'), sight: 'The candle', window: true },

  gallery: { path: '/gallery', given: state.few(9), sight: /^That was the last one/ },
  'gallery-composed': { path: '/gallery', given: state.composed, sight: 'Drawn by the candle, not by AI' },
  'gallery-loading': { path: '/gallery', given: silent(images), sight: 'Lighting the gallery' },
  'gallery-empty': { path: '/gallery?type=art', sight: /^No images found/ },
  'gallery-failed': { path: '/gallery', given: away(images), sight: 'The gallery does not answer right now.' },
  'gallery-more': {
    path: '/gallery',
    given: state.endless,
    when: state.downTo('Hang up more prints'),
    sight: 'Hang up more prints',
  },
  'gallery-long': { path: '/gallery', given: state.longTexts, sight: /^@wickwick/ },
  picture: { path: '/gallery', when: state.openPicture, sight: 'Share' },
  'picture-loading': { path: somePicture, given: silent(picture), sight: 'Lighting the gallery' },
  'picture-failed': { path: somePicture, given: away(picture), sight: 'The gallery does not answer right now' },
  'picture-gone': { path: somePicture, sight: 'That picture isn’t on our wall, broh.' },

  ai: { path: '/ai', sight: 'Generate Scene' },
  'ai-waiting': { path: '/ai', when: draw('[demo:slow:20]'), sight: 'Cancel' },
  'ai-failed': { path: '/ai', when: draw('[demo:moderation]'), sight: 'Failed to generate image' },
  'ai-refused': { path: '/ai', given: away('**/api/v1/jobs'), when: draw(), sight: 'Failed to generate image' },
  'ai-editor': { path: '/ai', when: state.write('GREEN CANDLES\nFOR ALL 🚀'), sight: 'Download' },
  'ai-composed': { path: '/ai', given: state.composed, when: state.write('gm'), sight: /^The AI is away/ },
  'ai-missing': { path: '/ai', when: state.write('月'.repeat(3) + 'x'.repeat(170)), sight: /^None of our fonts/ },
  'ai-dialog': { path: '/ai', when: state.askToPublish, sight: 'This is what will hang', window: true },
  'ai-published': { path: '/ai', when: state.publish, sight: 'See it on the wall' },

  pfp: { path: '/pfp', sight: 'McPFP Generator' },
  'pfp-chosen': { path: '/pfp', when: state.chooseTraits, sight: /^Sketch: Pastel Pink/ },
  'pfp-waiting': { path: '/pfp', given: silent('**/events'), when: state.makePfp, sight: 'Cancel' },
  'pfp-failed': { path: '/pfp', given: away('**/api/v1/jobs'), when: state.makePfp, sight: 'Failed to generate PFP' },
  'pfp-result': { path: '/pfp', when: state.makePfp, sight: 'Regenerate' },
  'pfp-composed': { path: '/pfp', given: state.composed, when: state.makePfp, sight: /^The AI is away/ },
  'pfp-two': { path: '/pfp', when: state.makeTwoPfps, sight: 'The one before' },
  'pfp-dialog': { path: '/pfp', when: state.askToPublishPfp, sight: 'Signature', window: true },
  'pfp-not-published': {
    path: '/pfp',
    given: away('**/publications'),
    when: state.publishPfp,
    sight: 'Later.',
    window: true,
  },
  'pfp-published': { path: '/pfp', when: state.publishPfp, sight: 'View in Gallery' },

  bictok: { path: '/bictok', sight: 'BicTok Generator' },
  'bictok-sample': { path: '/bictok', when: press('Skip to Audio'), sight: /^Last night the lights went out/ },
  'bictok-waiting': { path: '/bictok', given: silent(jobs), when: state.askForAScript, sight: 'Generating...' },
  'bictok-failed': {
    path: '/bictok',
    given: away(jobs),
    when: state.askForAScript,
    sight: 'Failed to generate script. Please try again.',
  },
  'bictok-again': { path: '/bictok', when: state.repeatTheSample, sight: 'Invalid input parameters' },
  'bictok-no-voice': {
    path: '/bictok',
    given: away(jobs),
    when: state.tellTheSample,
    sight: 'Failed to generate audio. Please try again.',
  },
  'bictok-telling': { path: '/bictok', given: silent('**/events'), when: state.tellTheSample, sight: 'Cancel' },
  'bictok-voice': { path: '/bictok', when: state.hearTheSample, sight: 'Regenerate Script' },
  'bictok-making': { path: '/bictok', when: state.filmTheSample, sight: /^[1-9]\d? ?%$/ },
  'bictok-video': { path: '/bictok', when: state.watchTheSample, sight: 'Share' },
  'bictok-shared': { path: '/bictok', when: state.shareTheSample, sight: 'Make your own' },
  'bictok-composed': {
    path: '/bictok',
    given: state.composed,
    when: state.watchTheSample,
    sight: /^Spoken by the candle/,
  },
  'bictok-gone': { path: '/bictok/0192aaaa-0000-7000-8000-00000000dead', sight: 'That video isn’t on our reel, broh.' },
  'bictok-shared-failed': {
    path: '/bictok/0192aaaa-0000-7000-8000-00000000dead',
    given: away('**/api/v1/shared-videos/**'),
    sight: /^The video does not come/,
  },

  verse: { path: '/verse', sight: 'Generate New Key' },
  'verse-new-key': { path: '/verse', when: press('Generate New Key'), sight: 'Private Key', window: true },
  'verse-unsafe': { path: '/verse', when: state.leaveWithoutTheKey, sight: 'Back to the key', window: true },
  'verse-welcome': { path: '/verse', when: state.register, sight: 'Welcome to the McWickverse!', window: true },
  'verse-profile': { path: '/verse', when: state.logIn, sight: 'Sign out everywhere' },
  'verse-corner': { path: '/verse', when: state.openCorner, sight: 'Disconnect', window: true },
  'verse-existing-key': {
    path: '/verse',
    when: press('Enter Existing Key'),
    sight: 'Remember this device',
    window: true,
  },
  'early-access': { path: '/', given: state.early, sight: /^Damn You're So Early/, window: true },

  wall: { path: '/wall', given: state.hall, sight: '@waxella' },
  'wall-shame': { path: '/wall?wall=shame', given: state.hall, sight: '@waxella' },
  'wall-turned': { path: '/wall', given: state.hall, when: state.turnACard, sight: 'Follow on X', window: true },
  'wall-shame-turned': {
    path: '/wall?wall=shame',
    given: state.hall,
    when: state.turnACard,
    sight: 'Follow on X',
    window: true,
  },
  'wall-closed': { path: '/wall', given: state.closedWalls, sight: 'The walls are closed' },
  'wall-loading': { path: '/wall', given: silent(walls), sight: 'Lighting the hall' },
  'wall-empty': { path: '/wall', given: state.noHall, sight: /^Nobody burns here yet/ },
  'wall-shame-empty': { path: '/wall?wall=shame', given: state.noHall, sight: /^Nobody is smoking here/ },
  'wall-failed': { path: '/wall', given: away(walls), sight: /^The wall does not answer/ },
  'wall-nomination': {
    path: '/wall',
    given: state.hall,
    when: state.nominate,
    sight: 'Are you already McHODLING?',
    window: true,
  },
  'wall-not-received': {
    path: '/wall',
    given: away('**/nominations'),
    when: state.sendANomination,
    sight: /^Your nomination did not get through/,
    window: true,
  },
  'wall-received': { path: '/wall', given: state.hall, when: state.sendANomination, sight: /under review/ },

  picks: { path: '/picks', sight: 'McTrenches' },
  'picks-loading': { path: '/picks?mode=battle', given: silent('**/samples-*.json'), sight: /\.\.\.$/ },
  'picks-failed': { path: '/picks?mode=battle', given: away('**/samples-*.json'), sight: 'Failed to load tokens' },
  'picks-tinder': { path: '/picks?mode=tinder', sight: 'Bitcoin' },
  'picks-tinder-last': { path: '/picks?mode=tinder', when: state.playTheDeck, sight: /^That was the deck/ },
  'picks-battle': { path: '/picks?mode=battle', sight: 'Round 1' },
  'picks-result': { path: '/picks?mode=battle', when: state.decideABattle, sight: /WINNER!$/ },
}

for (const [name, { path, given, when, sight, window }] of Object.entries(screens)) {
  test(name, async ({ page }, { project }) => {
    await state.late(page)
    await given?.(page)
    await page.goto(path)
    await when?.(page)
    const seen = page
      .getByText(sight)
      .or(page.getByRole('img', { name: sight }))
      .or(page.getByLabel(sight))
    await expect(seen.filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 })
    if (!window) await state.unfold(page)
    await settle(page)
    await page.screenshot({ path: `shots/${name}-${project.name}.png`, fullPage: !window, animations: 'disabled' })
  })
}
