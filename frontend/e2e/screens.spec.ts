import { expect, test } from '@playwright/test'
import * as state from './support/states'
import { waitForAnimations } from './support/test'

const { failRequests, generateMeme, clickButton, hangRequests } = state

interface Screen {
  path: string
  /** Runs before the page is opened, such as to mock a failure. */
  before?: state.Step
  /** The steps that lead to the state. */
  steps?: state.Step
  /** A text or label that is visible in the state. */
  visible: string | RegExp
  /** Captures the viewport only, for overlays. */
  viewportOnly?: true
}

const remoteFailed = 'This part of the house stays dark.'
const jobs = '**/api/v1/jobs'
const images = '**/api/v1/images?**'
const picture = '**/api/v1/images/*'
const walls = '**/api/v1/wall/entries**'
const statistics = '**/api/v1/safety/statistics'
const unknownImage = '/gallery/0192aaaa-0000-7000-8000-00000000dead'

/** Every state of every page, by the name of its screenshot. */
const screens: Record<string, Screen> = {
  home: { path: '/', visible: 'Meet McWick' },
  'home-composed': { path: '/', before: state.markAsComposed, visible: 'Meet McWick' },
  'home-loading': { path: '/', before: hangRequests(images), visible: 'Meet McWick' },
  'home-failed': { path: '/', before: failRequests(images), visible: 'Failed to load images' },
  'home-copied': { path: '/', steps: clickButton('Copy the contract address'), visible: 'Copied', viewportOnly: true },
  menu: { path: '/', steps: state.openMenu, visible: 'Explore', viewportOnly: true },
  lore: { path: '/lore', visible: 'Tenets' },
  safety: { path: '/safety', visible: 'Counted a moment ago' },
  'safety-loading': { path: '/safety', before: hangRequests(statistics), visible: 'Counting the wax drops' },
  'safety-failed': { path: '/safety', before: failRequests(statistics), visible: 'The counts do not come right now' },
  'not-found': { path: '/no-such-page', visible: 'Lights out' },
  'no-config': { path: '/', before: failRequests('**/config.json'), visible: 'The wick does not catch' },
  boot: { path: '/lore', before: hangRequests('**/config.json'), visible: 'Lighting the wick…' },
  'boot-home': { path: '/', before: hangRequests('**/config.json'), visible: 'Make a meme' },
  'no-code': {
    path: '/',
    before: state.failShellChunk,
    steps: state.advanceElevenSeconds,
    visible: 'The wick does not catch',
  },
  'remote-loading': { path: '/ai', before: hangRequests('**/mfe/studio/**'), visible: 'Melting the page into shape' },
  'remote-failed': { path: '/ai', before: failRequests('**/mfe/studio/**'), visible: remoteFailed },
  styleguide: { path: '/styleguide', visible: 'The candle' },
  'styleguide-dialog': {
    path: '/styleguide',
    steps: clickButton('Open a dialog'),
    visible: 'The candle',
    viewportOnly: true,
  },

  gallery: { path: '/gallery', before: state.limitImages(9), visible: /^That was the last one/ },
  'gallery-composed': { path: '/gallery', before: state.markAsComposed, visible: 'Drawn by the candle, not by AI' },
  'gallery-loading': { path: '/gallery', before: hangRequests(images), visible: 'Lighting the gallery' },
  'gallery-empty': { path: '/gallery?type=art', before: state.limitImages(0), visible: /^No images found/ },
  'gallery-failed': {
    path: '/gallery',
    before: failRequests(images),
    visible: 'The gallery does not answer right now.',
  },
  'gallery-more': {
    path: '/gallery',
    before: state.repeatPages,
    steps: state.scrollDownTo('Hang up more prints'),
    visible: 'Hang up more prints',
  },
  'gallery-long': { path: '/gallery', before: state.longTexts, visible: /^@wickwick/ },
  picture: { path: '/gallery', steps: state.openImage, visible: 'Share' },
  'picture-loading': { path: unknownImage, before: hangRequests(picture), visible: 'Lighting the gallery' },
  'picture-failed': {
    path: unknownImage,
    before: failRequests(picture),
    visible: 'The gallery does not answer right now',
  },
  'picture-gone': { path: unknownImage, visible: 'That picture isn’t on our wall, broh.' },

  ai: { path: '/ai', visible: 'Generate Scene' },
  'ai-waiting': { path: '/ai', steps: generateMeme('[demo:slow:20]'), visible: 'Cancel' },
  'ai-failed': { path: '/ai', steps: generateMeme('[demo:moderation]'), visible: 'Failed to generate image' },
  'ai-refused': {
    path: '/ai',
    before: failRequests('**/api/v1/jobs'),
    steps: generateMeme(),
    visible: 'Failed to generate image',
  },
  'ai-editor': { path: '/ai', steps: state.openEditor('GREEN CANDLES\nFOR ALL 🚀'), visible: 'Download' },
  'ai-composed': {
    path: '/ai',
    before: state.markAsComposed,
    steps: state.openEditor('gm'),
    visible: /^The AI is away/,
  },
  'ai-missing': {
    path: '/ai',
    steps: state.openEditor('月'.repeat(3) + 'x'.repeat(170)),
    visible: /^None of our fonts/,
  },
  'ai-dialog': { path: '/ai', steps: state.openPublishDialog, visible: 'This is what will hang', viewportOnly: true },
  'ai-published': { path: '/ai', steps: state.publishMeme, visible: 'See it on the wall' },

  pfp: { path: '/pfp', visible: 'McPFP Generator' },
  'pfp-chosen': { path: '/pfp', steps: state.chooseTraits, visible: /^Sketch: Pastel Pink/ },
  'pfp-waiting': { path: '/pfp', before: hangRequests('**/events'), steps: state.generatePfp, visible: 'Cancel' },
  'pfp-failed': {
    path: '/pfp',
    before: failRequests('**/api/v1/jobs'),
    steps: state.generatePfp,
    visible: 'Failed to generate PFP',
  },
  'pfp-result': { path: '/pfp', steps: state.generatePfp, visible: 'Regenerate' },
  'pfp-composed': { path: '/pfp', before: state.markAsComposed, steps: state.generatePfp, visible: /^The AI is away/ },
  'pfp-two': { path: '/pfp', steps: state.generateTwoPfps, visible: 'The one before' },
  'pfp-dialog': { path: '/pfp', steps: state.openPfpPublishDialog, visible: 'Signature', viewportOnly: true },
  'pfp-not-published': {
    path: '/pfp',
    before: failRequests('**/publications'),
    steps: state.publishPfp,
    visible: 'Later.',
    viewportOnly: true,
  },
  'pfp-published': { path: '/pfp', steps: state.publishPfp, visible: 'View in Gallery' },

  bictok: { path: '/bictok', visible: 'BicTok Generator' },
  'bictok-sample': { path: '/bictok', steps: clickButton('Skip to Audio'), visible: /^Last night the lights went out/ },
  'bictok-waiting': {
    path: '/bictok',
    before: hangRequests(jobs),
    steps: state.requestScript,
    visible: 'Generating...',
  },
  'bictok-failed': {
    path: '/bictok',
    before: failRequests(jobs),
    steps: state.requestScript,
    visible: 'Failed to generate script. Please try again.',
  },
  'bictok-again': { path: '/bictok', steps: state.regenerateScript, visible: 'Invalid input parameters' },
  'bictok-no-voice': {
    path: '/bictok',
    before: failRequests(jobs),
    steps: state.generateSampleSpeech,
    visible: 'Failed to generate audio. Please try again.',
  },
  'bictok-telling': {
    path: '/bictok',
    before: hangRequests('**/events'),
    steps: state.generateSampleSpeech,
    visible: 'Cancel',
  },
  'bictok-voice': { path: '/bictok', steps: state.playSampleSpeech, visible: 'Regenerate Script' },
  'bictok-making': { path: '/bictok', steps: state.generateSampleVideo, visible: /^[1-9]\d? ?%$/ },
  'bictok-video': { path: '/bictok', steps: state.waitForSampleVideo, visible: 'Share' },
  'bictok-shared': { path: '/bictok', steps: state.shareSampleVideo, visible: 'Make your own' },
  'bictok-composed': {
    path: '/bictok',
    before: state.markAsComposed,
    steps: state.waitForSampleVideo,
    visible: /^Spoken by the candle/,
  },
  'bictok-gone': {
    path: '/bictok/0192aaaa-0000-7000-8000-00000000dead',
    visible: 'That video isn’t on our reel, broh.',
  },
  'bictok-shared-failed': {
    path: '/bictok/0192aaaa-0000-7000-8000-00000000dead',
    before: failRequests('**/api/v1/shared-videos/**'),
    visible: /^The video does not come/,
  },

  verse: { path: '/verse', visible: 'Generate New Key' },
  'verse-new-key': {
    path: '/verse',
    steps: clickButton('Generate New Key'),
    visible: 'Private Key',
    viewportOnly: true,
  },
  'verse-unsafe': { path: '/verse', steps: state.closeWithoutBackup, visible: 'Back to the key', viewportOnly: true },
  'verse-welcome': {
    path: '/verse',
    steps: state.registerKey,
    visible: 'Welcome to the McWickverse!',
    viewportOnly: true,
  },
  'verse-profile': { path: '/verse', steps: state.logIn, visible: 'Sign out everywhere' },
  'verse-corner': { path: '/verse', steps: state.openAccountMenu, visible: 'Disconnect', viewportOnly: true },
  'verse-existing-key': {
    path: '/verse',
    steps: clickButton('Enter Existing Key'),
    visible: 'Remember this device',
    viewportOnly: true,
  },
  'early-access': { path: '/', before: state.enableEarlyAccess, visible: /^Damn You're So Early/, viewportOnly: true },

  wall: { path: '/wall', before: state.mockWallEntries, visible: '@waxella' },
  'wall-shame': { path: '/wall?wall=shame', before: state.mockWallEntries, visible: '@waxella' },
  'wall-turned': {
    path: '/wall',
    before: state.mockWallEntries,
    steps: state.flipCard,
    visible: 'Follow on X',
    viewportOnly: true,
  },
  'wall-shame-turned': {
    path: '/wall?wall=shame',
    before: state.mockWallEntries,
    steps: state.flipCard,
    visible: 'Follow on X',
    viewportOnly: true,
  },
  'wall-closed': { path: '/wall', before: state.closedWalls, visible: 'The walls are closed' },
  'wall-loading': { path: '/wall', before: hangRequests(walls), visible: 'Lighting the hall' },
  'wall-empty': { path: '/wall', before: state.mockEmptyWall, visible: /^Nobody burns here yet/ },
  'wall-shame-empty': { path: '/wall?wall=shame', before: state.mockEmptyWall, visible: /^Nobody is smoking here/ },
  'wall-failed': { path: '/wall', before: failRequests(walls), visible: /^The wall does not answer/ },
  'wall-nomination': {
    path: '/wall',
    before: state.mockWallEntries,
    steps: state.fillNomination,
    visible: 'Are you already McHODLING?',
    viewportOnly: true,
  },
  'wall-not-received': {
    path: '/wall',
    before: failRequests('**/nominations'),
    steps: state.submitNomination,
    visible: /^Your nomination did not get through/,
    viewportOnly: true,
  },
  'wall-received': {
    path: '/wall',
    before: state.mockWallEntries,
    steps: state.submitNomination,
    visible: /under review/,
  },

  picks: { path: '/picks', visible: 'McTrenches' },
  'picks-loading': { path: '/picks?mode=battle', before: hangRequests('**/samples-*.json'), visible: /\.\.\.$/ },
  'picks-failed': {
    path: '/picks?mode=battle',
    before: failRequests('**/samples-*.json'),
    visible: 'Failed to load tokens',
  },
  'picks-tinder': { path: '/picks?mode=tinder', visible: 'Bitcoin' },
  'picks-tinder-last': { path: '/picks?mode=tinder', steps: state.playDeck, visible: /^That was the deck/ },
  'picks-battle': { path: '/picks?mode=battle', visible: 'Round 1' },
  'picks-result': { path: '/picks?mode=battle', steps: state.chooseWinner, visible: /WINNER!$/ },
}

for (const [name, { path, before: given, steps: when, visible: sight, viewportOnly: window }] of Object.entries(
  screens,
)) {
  test(name, async ({ page }, { project }) => {
    await state.suppressEarlyAccess(page)
    await given?.(page)
    await page.goto(path)
    await when?.(page)
    const found = page
      .getByText(sight)
      .or(page.getByRole('img', { name: sight }))
      .or(page.getByLabel(sight))
    await expect(found.filter({ visible: true }).first()).toBeVisible()
    if (!window) await state.loadAllImages(page)
    await waitForAnimations(page)
    await page.screenshot({ path: `shots/${name}-${project.name}.png`, fullPage: !window, animations: 'disabled' })
  })
}
