import type { Image } from '@mcwick/api-calls'
import { isAriaDisabled, type MockApi, mockApi, renderPage } from '@mcwick/testing'
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
}
/** The end of the list is always in view. */
class ReachedEnd {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }])
  }
  disconnect() {}
}

const list = 'GET /api/v1/images'
const likes = 'GET /api/v1/likes'
const like = 'PUT /api/v1/images/{id}/like'

/** The gallery, over an API that holds these pictures. */
function open(images: Image[], type?: string, prepare: (api: MockApi) => void = () => undefined) {
  const api = mockApi({ images: images.map((image) => ({ ...image })) })
  prepare(api)
  const navigate = vi.fn()
  const search = new URLSearchParams(type ? { type } : {})
  const { client, rerender: go } = renderPage(<GalleryPage />, { location: { path: '/gallery', search }, navigate })
  return { api, client, navigate, go }
}

describe('GalleryPage', () => {
  // Verifies GAL-2, GAL-6.
  it('shows a print with everything on it', async () => {
    open([image])
    expect(await screen.findByAltText('McMeme: surfing, at sea')).toBeTruthy()
    for (const text of ['@mcanon', 'Green', 'McMeme', 'Anime']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/ai')
  })

  // Verifies GAL-9.
  it('waits with a spinner', () => {
    open([], undefined, (api) => api.hang(list))
    expect(screen.getByRole('status').textContent).toBe(texts.loading)
  })

  it('says when there is nothing, and only then', async () => {
    open([])
    expect(screen.queryByText(texts.empty)).toBeNull()
    expect(await screen.findByText(texts.empty)).toBeTruthy()
  })

  it('says when it cannot know, and offers to try again', async () => {
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

  it('fetches older prints at the end, and says so when they do not come', async () => {
    vi.stubGlobal('IntersectionObserver', ReachedEnd)
    const older = { ...image, id: '0192aaaa-0000-7000-8000-000000000000', caption: 'Older' }
    const { api } = open([image, older], undefined, (api) => {
      api.imagesPerPage = 1
      api.failAfter(list, 1)
    })
    expect(await screen.findByText(texts.failedMore)).toBeTruthy()
    expect(screen.queryByText(texts.end)).toBeNull()
    api.restore(list)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Older')).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
    expect(screen.getByText(texts.end)).toBeTruthy()
  })

  it('asks before the fourth page, so that the footer can be reached', async () => {
    vi.stubGlobal('IntersectionObserver', ReachedEnd)
    const prints = Array.from({ length: 9 }, (_, n) => ({ ...image, id: `id-${n}`, caption: `Print ${n + 1}` }))
    const { api } = open(prints, undefined, (api) => {
      api.imagesPerPage = 1
    })
    const pages = () => api.requestsTo(list).length
    await userEvent.click(await screen.findByRole('button', { name: texts.more }))
    expect(pages()).toBeGreaterThanOrEqual(3)
    expect(await screen.findByText('Print 6')).toBeTruthy()
    expect(await screen.findByRole('button', { name: texts.more })).toBeTruthy()
    expect(pages()).toBe(6)
  })

  it('says that a list is old while the house says so', async () => {
    const { api, client } = open([image], undefined, (api) => api.stale.add(list))
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
    api.stale.delete(list)
    await client.refetchQueries()
    await vi.waitFor(() => expect(screen.queryByText(texts.failed)).toBeNull())
    expect(screen.getByText('Green')).toBeTruthy()
  })

  it('knows what was liked before', async () => {
    const lit = { ...image, id: '0192aaaa-0000-7000-8000-000000000002', likes: 9 }
    open([lit], undefined, (api) => api.likedIds.add(lit.id))
    const button = await screen.findByRole('button', { name: 'You like this picture, 9 in all' })
    expect(isAriaDisabled(button)).toBe(true)
  })

  // Verifies GAL-16.
  it('learns what its account liked once it is known whose session it is', async () => {
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
  it('has the filter in the address', async () => {
    const { navigate } = open([], 'pfp')
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/pfp')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: texts.filter }), 'art')
    expect(navigate).toHaveBeenCalledWith('/gallery?type=art')
  })

  // Verifies GAL-4.
  it('fetches a list again whenever the filter changes, also one that is fresh, and once', async () => {
    const { api, go } = open([image, { ...image, id: 'pfp-1', type: 'pfp' }])
    const asked = () => api.requestsTo(list).map(({ search }) => search.get('type'))
    const filter = async (type: string) => {
      go({ location: { path: '/gallery', search: new URLSearchParams({ type }) } })
      await screen.findByText('Green')
    }
    await screen.findByText('Green')
    await filter('pfp')
    await vi.waitFor(() => expect(asked()).toEqual(['meme', 'pfp']))
    await filter('meme')
    await vi.waitFor(() => expect(asked()).toEqual(['meme', 'pfp', 'meme']))
    await filter('meme')
    expect(asked()).toHaveLength(3)
  })

  // Verifies GAL-15.
  it('says that nobody knows whether a like got through, beside the picture', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = { ...image, id: '0192aaaa-0000-7000-8000-000000000004' }
    open([other], undefined, (api) => api.fail(like, 504, 'OUTCOME_UNKNOWN'))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(await screen.findByText(texts.likeUnknown)).toBeTruthy()
  })

  // Verifies GAL-14.
  it('says that a like did not get through, beside the picture', async () => {
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

  // Verifies GAL-1, GAL-10.
  it('offers three kinds of pictures, memes first', async () => {
    open([])
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: texts.filter })
    expect([...filter.options].map(({ textContent, value }) => [textContent, value])).toEqual([
      ['McMemes', 'meme'],
      ['McPFPs', 'pfp'],
      ['McArt', 'art'],
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
    ['', 'Made with AI'], // published before the marks
  ] as const)('says of a print of the source %j: %s', async (source, mark) => {
    open([{ ...image, source }])
    expect(within(await screen.findByRole('article')).getByText(mark)).toBeTruthy()
  })

  // Verifies GAL-12.
  it('counts a like at once and takes no second one', async () => {
    open([image], undefined, (api) => api.fail(like))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    const button = screen.getByRole('button', { name: 'You like this picture, 5 in all' })
    expect(isAriaDisabled(button)).toBe(true)
  })
})
