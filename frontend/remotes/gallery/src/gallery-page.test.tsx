import type { Image } from '@mcwick/api-calls'
import { AlwaysIntersecting, isAriaDisabled, type MockApi, mockApi, problem, renderPage } from '@mcwick/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { GalleryPage } from './gallery-page'
import { texts } from './texts'

const image: Image = {
  id: '0192aaaa-0000-7000-8000-000000000001',
  objectName: 'memes/1.png',
  type: 'meme',
  style: 'Anime',
  action: 'surfing',
  scene: 'at sea',
  signature: '',
  caption: 'Green',
  likes: 4,
  variants: [],
  placeholder: '',
  source: 'ai',
  hasTexts: false,
  handle: '',
}
const list = 'GET /api/v1/images'
const likes = 'GET /api/v1/likes'
const like = 'PUT /api/v1/images/{id}/like'

/** Renders the gallery over an API with these images. */
function open(images: Image[], type?: string, prepare: (api: MockApi) => void = () => undefined) {
  const api = mockApi({ images: images.map((image) => ({ ...image })) })
  prepare(api)
  const navigate = vi.fn()
  const search = new URLSearchParams(type ? { type } : {})
  const { client, rerender } = renderPage(<GalleryPage />, { location: { path: '/gallery', search }, navigate })
  return { api, client, navigate, go: rerender }
}

describe('GalleryPage', () => {
  // Verifies GAL-2, GAL-6.
  it('shows an image with all its details', async () => {
    open([image])
    expect(await screen.findByAltText('McMeme: surfing, at sea')).toBeTruthy()
    for (const text of ['@mcanon', 'Green', 'McMeme', 'Anime']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/ai')
  })

  // Verifies GAL-9.
  it('shows a spinner while loading', () => {
    open([], undefined, (api) => api.hang(list))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['', texts.loading])
  })

  it('shows the empty state only for an empty list', async () => {
    open([])
    expect(screen.queryByText(texts.empty)).toBeNull()
    expect(await screen.findByText(texts.empty)).toBeTruthy()
  })

  // Verifies GAL-26.
  it('says in one place, which stays, whether the list of a filter has pictures', async () => {
    const { api, client, go } = open([image], undefined, (api) => api.hang(list))
    const [status] = screen.getAllByRole('status')
    const filter = (type: string) => go({ location: { path: '/gallery', search: new URLSearchParams({ type }) } })
    expect(status?.textContent).toBe('')
    api.restore(list)
    filter('pfp')
    await vi.waitFor(() => expect(status?.textContent).toBe(texts.noneShown))
    filter('art')
    expect(status?.textContent, 'of the list before').toBe('')
    await vi.waitFor(() => expect(status?.textContent).toBe(texts.noneShown))
    let arrive = () => {}
    filter('meme')
    await vi.waitFor(() => expect(status?.textContent).toBe(texts.shown))
    api.on(
      list,
      () => new Promise((resolve) => (arrive = () => resolve(Response.json({ images: [image], nextCursor: '' })))),
    )
    filter('pfp')
    await vi.waitFor(() => expect(status?.textContent, 'a known list is read again').toBe(''))
    arrive()
    await vi.waitFor(() => expect(status?.textContent).toBe(texts.shown))
    void client.refetchQueries()
    await act(async () => undefined)
    expect(status?.textContent, 'of a read in the background').toBe(texts.shown)
    expect(status?.isConnected).toBe(true)
  })

  it('shows an error with a retry button when the first load fails', async () => {
    const { api } = open([image], undefined, (api) => api.fail(list))
    expect(await screen.findByText(texts.failedFirst)).toBeTruthy()
    expect(screen.queryByText(texts.empty)).toBeNull()
    api.restore(list)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Green')).toBeTruthy()
  })

  // Verifies GAL-17.
  it('keeps the last good list when a later load fails', async () => {
    const { api, client } = open([image])
    await screen.findByText('Green')
    api.fail(list)
    await client.refetchQueries()
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
  })

  it('loads the next page at the end, and shows when that fails', async () => {
    vi.stubGlobal('IntersectionObserver', AlwaysIntersecting)
    const older = { ...image, id: '0192aaaa-0000-7000-8000-000000000000', caption: 'Older' }
    const { api } = open([image, older], undefined, (api) => {
      api.imagesPerPage = 1
      api.failAfter(list, 1)
    })
    expect(await screen.findByText(texts.failedMore)).toBeTruthy()
    expect(screen.queryByText(texts.end)).toBeNull()
    const requests = api.requestsTo(list).length
    for (const type of ['offline', 'online', 'visibilitychange']) await act(async () => dispatchEvent(new Event(type)))
    expect(api.requestsTo(list), 'the first page stays as it is').toHaveLength(requests)
    api.restore(list)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Older')).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
    expect(screen.getByText(texts.end)).toBeTruthy()
  })

  it('keeps the pages of the list when new images move theirs', async () => {
    vi.stubGlobal('IntersectionObserver', AlwaysIntersecting)
    const images = ['b', 'a'].map((id) => ({ ...image, id, caption: `Print ${id}` }))
    const { api, client } = open(images, undefined, (api) => {
      api.imagesPerPage = 1
    })
    await screen.findByText('Print a')
    const grids = screen.getAllByRole('list')
    api.images.unshift({ ...image, id: 'c', caption: 'Print c' })
    await act(() => client.refetchQueries())
    await screen.findByText('Print c')
    expect(grids.map((grid) => grid.isConnected)).toEqual(grids.map(() => true))
  })

  it('loads the fourth page only on a click', async () => {
    vi.stubGlobal('IntersectionObserver', AlwaysIntersecting)
    const images = Array.from({ length: 9 }, (_, n) => ({ ...image, id: `id-${n}`, caption: `Print ${n + 1}` }))
    const { api } = open(images, undefined, (api) => {
      api.imagesPerPage = 1
    })
    const pages = () => api.requestsTo(list).length
    await userEvent.click(await screen.findByRole('button', { name: texts.more }))
    expect(pages()).toBeGreaterThanOrEqual(3)
    expect(await screen.findByText('Print 6')).toBeTruthy()
    expect(await screen.findByRole('button', { name: texts.more })).toBeTruthy()
    expect(pages()).toBe(6)
  })

  it('shows that a list is stale while responses are stale', async () => {
    const { api, client } = open([image], undefined, (api) => api.stale.add(list))
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
    api.stale.delete(list)
    await client.refetchQueries()
    await vi.waitFor(() => expect(screen.queryByText(texts.failed)).toBeNull())
    expect(screen.getByText('Green')).toBeTruthy()
  })

  it('shows earlier likes', async () => {
    const lit = { ...image, id: '0192aaaa-0000-7000-8000-000000000002', likes: 9 }
    open([lit], undefined, (api) => api.likedIds.add(lit.id))
    const button = await screen.findByRole('button', { name: 'You like this picture, 9 in all' })
    expect(isAriaDisabled(button)).toBe(true)
  })

  // Verifies GAL-16.
  it('loads the likes of the account once the session is available', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = { ...image, id: '0192aaaa-0000-7000-8000-000000000003', likes: 9 }
    const { api } = open([other], undefined, (api) => api.stale.add(likes))
    expect(await screen.findByRole('button', { name: 'Like this picture, 9 so far' })).toBeTruthy()
    api.stale.delete(likes)
    api.likedIds.add(other.id)
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(await screen.findByRole('button', { name: 'You like this picture, 9 in all' })).toBeTruthy()
  })

  // Verifies GAL-2.
  it('keeps the filter in the URL', async () => {
    const { navigate } = open([], 'pfp')
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/pfp')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: texts.filter }), 'art')
    expect(navigate).toHaveBeenCalledWith('/gallery?type=art')
  })

  // Verifies GAL-4.
  it('refetches the list once on each change of the filter', async () => {
    const { api, go: rerender } = open([image, { ...image, id: 'pfp-1', type: 'pfp' }])
    const types = () => api.requestsTo(list).map(({ search }) => search.get('type'))
    const filter = async (type: string) => {
      rerender({ location: { path: '/gallery', search: new URLSearchParams({ type }) } })
      await screen.findByText('Green')
    }
    await screen.findByText('Green')
    await filter('pfp')
    await vi.waitFor(() => expect(types()).toEqual(['meme', 'pfp']))
    await filter('meme')
    await vi.waitFor(() => expect(types()).toEqual(['meme', 'pfp', 'meme']))
    await filter('meme')
    expect(types()).toHaveLength(3)
  })

  // Verifies GAL-15.
  it('shows at the image that the outcome of a like is unknown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = { ...image, id: '0192aaaa-0000-7000-8000-000000000004' }
    open([other], undefined, (api) => api.fail(like, 504, 'OUTCOME_UNKNOWN'))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(await screen.findByText(texts.likeUnknown)).toBeTruthy()
  })

  // Verifies GAL-14.
  it('shows at the image that a like failed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const limited = { ...image, id: '0192aaaa-0000-7000-8000-000000000429' }
    open([limited], undefined, (api) => api.fail(like, 429))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    await act(() => vi.advanceTimersByTimeAsync(4000))
    const card = within(screen.getByRole('article'))
    expect(card.getByText(texts.likeFailed).closest('[role=status]')).toBeTruthy()
    expect(isAriaDisabled(card.getByRole('button', { name: 'You like this picture, 5 in all' }))).toBe(true)
    expect(card.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  // Verifies MOD-18.
  it.each([
    ['blocked', 403, 'Your wick is snuffed until 15:04 UTC on January 2, broh.'],
    ['without a cookie', 401, 'Open the page first, then try again.'],
  ])('shows a visitor who is %s why likes are refused', async (_, status, sentence) => {
    const refused = { ...image, id: `0192aaaa-0000-7000-8000-000000000${status}` }
    open([refused], undefined, (api) =>
      api.on(like, () => problem(status, status === 403 ? 'BLOCKED' : 'VISITOR_REQUIRED', {}, sentence)),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    const card = within(screen.getByRole('article'))
    expect((await card.findByText(sentence)).closest('[role=status]')?.textContent).toContain(texts.likeBlocked)
    expect(card.queryAllByRole('button', { name: 'Try again' })).toHaveLength(status === 403 ? 0 : 1)
  })

  // Verifies GAL-1, GAL-10.
  it('offers three image types, memes first, and videos beside them', async () => {
    open([])
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: texts.filter })
    expect([...filter.options].map(({ textContent, value }) => [textContent, value])).toEqual([
      ['McMemes', 'meme'],
      ['McPFPs', 'pfp'],
      ['McArt', 'art'],
      ['BicToks', 'video'],
    ])
    expect(filter.value).toBe('meme')
    expect(
      await screen.findByText(
        'No images found for the selected filters. Try different options or head over to the AI Creator to make some!',
      ),
    ).toBeTruthy()
  })

  // Verifies GAL-8.
  it.each([
    ['meme', 'McMeme'],
    ['pfp', 'McPFP'],
    ['art', 'McArt'],
  ] as const)('gives a print of type %s the badge %s', async (type, badge) => {
    open([{ ...image, type }], type)
    const card = within(await screen.findByRole('article'))
    expect(card.getByText(badge)).toBeTruthy()
    expect(card.queryAllByText('Anime')).toHaveLength(type === 'meme' ? 1 : 0)
    expect(card.queryAllByText('Made with AI')).toHaveLength(type === 'art' ? 0 : 1) // the origin of what operators bring is unknown
  })

  // Verifies AI-6.
  it.each([
    ['ai', 'Made with AI'],
    ['composer', 'Drawn by the candle, not by AI'],
    ['', 'Made with AI'], // older than the source field
  ] as const)('labels an image of source %j as %s', async (source, mark) => {
    open([{ ...image, source }])
    expect(within(await screen.findByRole('article')).getByText(mark)).toBeTruthy()
  })

  // Verifies GAL-12.
  it('counts a like at once, and accepts no second one', async () => {
    open([image], undefined, (api) => api.fail(like))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    const button = screen.getByRole('button', { name: 'You like this picture, 5 in all' })
    expect(isAriaDisabled(button)).toBe(true)
  })

  // Verifies FIND-22.
  it('searches, sorts and filters by the address', async () => {
    const { api, navigate, go } = open([image])
    await userEvent.click(await screen.findByRole('button', { name: texts.find.open }))
    await userEvent.type(screen.getByRole('searchbox'), ' moon {Enter}')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: texts.find.sort }), 'Trending')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: texts.find.style }), 'Pixel Art')
    expect(navigate.mock.calls).toEqual([
      ['/gallery?type=meme&q=moon'],
      ['/gallery?type=meme&sort=trending'],
      ['/gallery?type=meme&style=Pixel+Art'],
    ])
    const field = screen.getByRole('searchbox')
    field.focus()
    go({ location: { path: '/gallery', search: new URLSearchParams({ type: 'meme', q: 'moon' }) }, navigate })
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', 'moon')
    const search = new URLSearchParams({ type: 'meme', sort: 'week', style: 'Pixel Art' })
    go({ location: { path: '/gallery', search }, navigate })
    await vi.waitFor(() =>
      expect(Object.fromEntries(api.requestsTo(list).at(-1)?.search ?? [])).toEqual({
        type: 'meme',
        sort: 'week',
        style: 'Pixel Art',
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: texts.find.clear }))
    expect(navigate).toHaveBeenLastCalledWith('/gallery?type=meme')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: texts.find.style }))
  })

  // Verifies FIND-22.
  it.each([true, false])('closes the keyboard over the results of a search where there is one: %s', async (isPhone) => {
    const { navigate } = open([image])
    await userEvent.click(await screen.findByRole('button', { name: texts.find.open }))
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && isPhone }))
    await userEvent.type(screen.getByRole('searchbox'), 'moon{Enter}')
    expect(navigate).toHaveBeenCalledWith('/gallery?type=meme&q=moon')
    expect(document.activeElement === screen.getByRole('searchbox')).toBe(!isPhone)
  })

  // Verifies FIND-22.
  it('begins with an open form where the address narrows the list', async () => {
    mockApi({ images: [image] })
    const search = new URLSearchParams({ q: 'moon', sort: 'top' })
    renderPage(<GalleryPage />, { location: { path: '/gallery', search } })
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('moon')
    expect(screen.queryByRole('combobox', { name: texts.find.sort })).toBeNull()
  })

  // Verifies FIND-23.
  it('shows a shared video by its poster, which leads to its page', async () => {
    mockApi({ images: [{ ...image, type: 'video', style: '', action: '', scene: '', caption: 'A ghost' }] })
    renderPage(<GalleryPage />, { location: { path: '/gallery', search: new URLSearchParams({ type: 'video' }) } })
    expect((await screen.findByAltText('BicTok: A ghost')).closest('a')?.getAttribute('href')).toBe(
      `/bictok/${image.id}`,
    )
    expect(screen.getByText('BicTok')).toBeTruthy()
  })
})
