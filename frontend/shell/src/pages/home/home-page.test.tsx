import type { Image, ImageType } from '@mcwick/api-calls'
import { type MockApi, mockApi, renderPage, stubNavigator, testSite } from '@mcwick/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { HomePage } from './home-page'
import { texts } from './texts'

const list = 'GET /api/v1/images'

const pfp = (n: number): Image => ({
  id: `pfp-${n}`,
  objectName: `generated/${n}.png`,
  type: 'pfp',
  style: '',
  action: 'Generated PFP',
  scene: 'Profile Picture',
  signature: '',
  caption: '',
  likes: 0,
  variants: [],
  placeholder: '',
  source: 'ai',
  hasTexts: false,
  handle: '',
})

/** Renders the landing page over an API with these images. */
function open(images: Image[] = [], prepare: (api: MockApi) => void = () => undefined) {
  prepare(mockApi({ images }))
  const toast = vi.fn()
  const { container } = renderPage(<HomePage />, { toast })
  return { container, toast }
}

describe('HomePage', () => {
  // Verifies HOME-1.
  it('shows its sections in order', () => {
    open()
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([
      'Contract address',
      'Meet WaxTest',
      texts.tools.title,
      texts.preview.title,
      'NFT AirDrop For McHODLRS',
      'McArcade',
      texts.roadmap.title,
    ])
    expect(screen.getByText('2025 Q1')).toBeTruthy()
  })

  it('paints its top first as the first page of a visit', async () => {
    mockApi({ images: [] })
    renderPage(<HomePage isFirst />)
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.queryByText(texts.roadmap.title)).toBeNull()
    expect(await screen.findByText(texts.roadmap.title)).toBeTruthy()
  })

  // Verifies HOME-2.
  it('shows name, tagline and the about section', () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'WaxTest' })).toBeTruthy()
    expect(screen.getByText('Green candles')).toBeTruthy()
    const about = screen.getByRole('region', { name: 'Meet WaxTest' }).textContent
    for (const words of ['An AI agent', 'built on an agent framework', 'ruggers', 'green candles for all, broh!'])
      expect(about).toContain(words)
  })

  // Verifies HOME-16.
  it('shows the logo drawing while the brand has the name on it', () => {
    const config = { ...testSite, brand: { ...testSite.brand, name: 'McWick' } }
    mockApi()
    renderPage(<HomePage />, { config })
    const title = screen.getByRole('heading', { level: 1, name: 'McWick' })
    expect(title.querySelector('img')?.getAttribute('alt')).toBe('McWick')
    expect(document.body.textContent).not.toContain('WaxTest')
  })

  // Verifies HOME-16.
  it('shows the configured brand name as text when it differs from the logo', () => {
    const config = { ...testSite, brand: { ...testSite.brand, name: 'Wick & Co' } }
    mockApi()
    renderPage(<HomePage />, { config })
    const title = screen.getByRole('heading', { level: 1, name: 'Wick & Co' })
    expect(title.querySelector('img')).toBeNull()
    expect(screen.getByRole('region', { name: 'Meet Wick & Co' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('McWick')
  })

  // Verifies HOME-3.
  it('links to one community page and marks three as coming soon', () => {
    open()
    const links = within(screen.getByRole('navigation', { name: texts.links.title }))
    expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://x.com/'])
    expect(links.getAllByText('Soon')).toHaveLength(3)
  })

  // Verifies HOME-4.
  it('copies the contract address, and confirms it for two seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const writeText = vi.fn(async () => undefined)
    stubNavigator({ clipboard: { writeText } })
    open()
    await userEvent.click(screen.getByRole('button', { name: texts.contract.copy }))
    expect(writeText).toHaveBeenCalledWith('McW1ck')
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.getByRole('button', { name: texts.contract.copy })).toBeTruthy()
    vi.useRealTimers()
  })

  // Verifies HOME-17.
  it('shows the contract box as out of order, without an address or a copy button, on a mismatch', () => {
    mockApi()
    const brand = { ...testSite.brand, contract: '' }
    renderPage(<HomePage />, { config: { ...testSite, brand, contractMismatch: true } })
    const box = within(screen.getByRole('region', { name: 'Contract address' }))
    expect(box.getByRole('status').textContent).toBe('Out of order, broh.')
    expect(box.queryByRole('button')).toBeNull()
    expect(box.queryByRole('code')).toBeNull()
  })

  it('shows a message when the clipboard is refused', async () => {
    const writeText = async () => Promise.reject(new Error('no'))
    stubNavigator({ clipboard: { writeText } })
    open()
    await userEvent.click(screen.getByRole('button', { name: texts.contract.copy }))
    expect(screen.getByText(texts.contract.notCopied).className).not.toContain('sr-only')
  })

  // Verifies HOME-5.
  it('shows one working tool and two coming soon', () => {
    open()
    const tools = within(screen.getByRole('region', { name: texts.tools.title }))
    expect(tools.getAllByRole('article')).toHaveLength(3)
    expect(tools.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/ai'])
    expect(tools.getAllByText('Coming Soon')).toHaveLength(2)
  })

  // Verifies HOME-11.
  it('shows at most eight floating profile pictures, or drawings', async () => {
    const { container } = open(Array.from({ length: 9 }, (_, n) => pfp(n)))
    const floaters = () => [...container.querySelectorAll('.floaters img')].map((image) => image.getAttribute('src'))
    expect(floaters()).toHaveLength(8)
    await vi.waitFor(() => expect(floaters()).toEqual(Array.from({ length: 8 }, (_, n) => `/media/generated/${n}.png`)))
  })

  // Verifies HOME-7.
  it('alternates two memes and two profile pictures', async () => {
    const image = (type: ImageType, n: number) => ({
      ...pfp(n),
      id: `${type}-${n}`,
      type,
      action: type,
      scene: String(n),
    })
    open([image('meme', 1), image('meme', 2), image('pfp', 1), image('pfp', 2)])
    const preview = within(screen.getByRole('region', { name: texts.preview.title }))
    await preview.findByAltText('meme, 1')
    expect(preview.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual([
      'meme, 1',
      'pfp, 1',
      'meme, 2',
      'pfp, 2',
    ])
  })

  // Verifies AI-6.
  it('labels images with their source', async () => {
    open([
      { ...pfp(1), type: 'meme' },
      { ...pfp(2), source: 'composer' },
    ])
    const preview = within(screen.getByRole('region', { name: texts.preview.title }))
    expect(await preview.findAllByText('Made with AI')).toHaveLength(1)
    expect(preview.getAllByText('Drawn by the candle, not by AI')).toHaveLength(1)
    const airdrop = within(screen.getByRole('region', { name: 'NFT AirDrop For McHODLRS' }))
    expect(airdrop.getByText('Drawn by the candle, not by AI')).toBeTruthy()
  })

  // Verifies HOME-6.
  it('links the preview to /gallery and /ai, and shows a spinner while loading', () => {
    open([], (api) => api.hang(list))
    const preview = within(screen.getByRole('region', { name: texts.preview.title }))
    expect(preview.getByRole('link', { name: 'Explore' }).getAttribute('href')).toBe('/gallery')
    expect(preview.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/ai')
    expect(preview.getByRole('status').textContent).toBe(texts.preview.loading)
  })

  // Verifies HOME-10.
  it('explains who gets the airdrop', () => {
    open()
    const airdrop = screen.getByRole('region', { name: 'NFT AirDrop For McHODLRS' }).textContent
    for (const words of [
      '2025 Q1',
      'Wallet holding statistics',
      'engagement statistics',
      'rare mints',
      'larger rewards',
    ])
      expect(airdrop).toContain(words)
  })

  // Verifies HOME-8.
  it('shows a message and fallback drawings when the gallery fails', async () => {
    open([], (api) => api.fail(list))
    const preview = within(screen.getByRole('region', { name: texts.preview.title }))
    expect(await preview.findByText('Failed to load images')).toBeTruthy()
    expect(preview.getAllByAltText('Classic WaxTest')).toHaveLength(2)
    expect(preview.getAllByAltText('Legendary WaxTest')).toHaveLength(2)
  })

  // Verifies HOME-9.
  it('shows fallback drawings after ten seconds without a response', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open([], (api) => api.hang(list))
    const preview = within(screen.getByRole('region', { name: texts.preview.title }))
    await act(() => vi.advanceTimersByTimeAsync(9000))
    expect(preview.getByRole('status').textContent).toBe(texts.preview.loading)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(preview.getByText('Failed to load images')).toBeTruthy()
    expect(preview.getAllByAltText('Classic WaxTest')).toHaveLength(2)
    expect(preview.queryByRole('status')).toBeNull()
  })

  // Verifies HOME-12.
  it('has no enabled control in the arcade', () => {
    open()
    const arcade = within(screen.getByRole('region', { name: 'McArcade' }))
    expect(arcade.getByText('Coming Soon')).toBeTruthy()
    expect(arcade.queryAllByText('Soon')).toEqual([])
    expect(arcade.queryAllByRole('link')).toEqual([])
    expect(arcade.getAllByRole('button').every((button) => button.hasAttribute('disabled'))).toBe(true)
    for (const name of ['McWordle', 'McNections']) expect(arcade.getByRole('heading', { name })).toBeTruthy()
  })

  // Verifies HOME-13.
  it('shows ten roadmap items with their statuses', () => {
    open()
    const stops = within(screen.getByRole('region', { name: texts.roadmap.title })).getAllByRole('article')
    expect(stops.map(({ id }) => id)).toEqual([
      'waxtest-birth',
      'mctools-initial',
      'token-launch',
      'community-engagement',
      'marketing',
      'mcleaders',
      'mctools-v2',
      'nft-airdrop',
      'moon-1',
      'moon-2',
    ])
    expect(stops.map((stop) => stop.querySelector('.stop-status')?.textContent)).toEqual([
      'Complete',
      'Complete',
      'Current',
      'Next',
      'Next',
      'Next',
      'Soon',
      'Soon',
      'Moon',
      'Moon',
    ])
    expect(stops.flatMap((stop) => (stop.querySelector('img') ? [stop.id] : []))).toEqual(['nft-airdrop'])
  })

  // Verifies LAUNCH-1.
  it('shows what the settings say of links, tools, games and roadmap stops', () => {
    mockApi()
    const items = {
      chat: { state: 'live', address: 'https://t.me/x', label: 'The chat' },
      rugs: { state: 'live', address: '/rugs', date: 'ignored once live' },
      wordle: { state: 'live', address: 'https://wordle.example/' },
      birth: { date: '2009', text: '{name} was lit.' },
      'token-launch': { state: 'complete' },
      'moon-1': { state: 'melted' },
    }
    renderPage(<HomePage />, { config: { ...testSite, launch: { items } } })
    const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href(/^The chat/)).toBe('https://t.me/x')
    expect(href('McWordle')).toBe('https://wordle.example/')
    const rugs = screen.getByRole('heading', { name: 'Rug detector and top plays' }).closest('article') as HTMLElement
    expect(within(rugs).getByRole('link').getAttribute('href')).toBe('/rugs')
    const statusOf = (id: string) => document.getElementById(id)?.querySelector('.stop-status')?.textContent
    expect(['waxtest-birth', 'token-launch', 'moon-1'].map(statusOf)).toEqual(['Complete · 2009', 'Complete', 'Moon'])
    expect(screen.getByText('WaxTest was lit.')).toBeTruthy()
  })

  // Verifies LAUNCH-1.
  it('shows the date of the arcade until it is live', () => {
    mockApi()
    const arcade = { date: '2027 Q1' }
    renderPage(<HomePage />, { config: { ...testSite, launch: { items: { arcade } } } })
    expect(within(screen.getByRole('region', { name: 'McArcade' })).getByText('Coming Soon · 2027 Q1')).toBeTruthy()
  })

  // Verifies LAUNCH-1.
  it('announces of an arcade that is live only the games without an address', () => {
    mockApi()
    const arcade = { state: 'live', address: 'https://arcade.example/' }
    const wordle = { state: 'live', address: 'https://wordle.example/' }
    const connections = { state: 'live', date: '2027 Q2' }
    renderPage(<HomePage />, { config: { ...testSite, launch: { items: { arcade, wordle, connections } } } })
    const region = within(screen.getByRole('region', { name: 'McArcade' }))
    expect(region.getByRole('link', { name: texts.arcade.launch })).toBeTruthy()
    expect(region.queryByText(/Coming Soon/)).toBeNull()
    expect(region.getAllByText(/^Soon/).map(({ textContent }) => textContent)).toEqual(['Soon · 2027 Q2'])
  })

  // Verifies HOME-15.
  it('replaces all placeholders in its texts', () => {
    const { container } = open()
    expect(container.textContent).not.toMatch(/\{\w+\}/)
  })
})
