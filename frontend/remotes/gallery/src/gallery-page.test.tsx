import type { Image } from '@mcwick/api-calls'
import { isOff, openPage } from '@mcwick/testing'
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
const page = (images: Image[], nextCursor = '') => Response.json({ images, nextCursor })

/** The end of the list is always in view. */
class ReachedEnd {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }])
  }
  disconnect() {}
}

type Answer = (url: string) => Response

/** The house, where this visitor likes these pictures. */
function serve(answer: Answer, likedIds: string[] = [], headers = {}) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/v1/likes')) return Response.json({ likedIds }, { headers })
    return url.endsWith('/current') ? Response.json({ user: null }) : answer(url)
  })
}

function open(answer: Answer, { type, likedIds }: { type?: string; likedIds?: string[] } = {}) {
  serve(answer, likedIds)
  const navigate = vi.fn()
  const search = new URLSearchParams(type ? { type } : {})
  const { client, go } = openPage(<GalleryPage />, { location: { path: '/gallery', search }, navigate })
  return { client, navigate, go }
}

describe('GalleryPage', () => {
  it('shows a print with everything on it', async () => {
    open(() => page([image]))
    expect(await screen.findByAltText('McMeme: surfing, at sea')).toBeTruthy()
    for (const text of ['@mcanon', 'Green', 'McMeme', 'Anime']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/ai')
  })

  it('waits with a spinner', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    openPage(<GalleryPage />)
    expect(screen.getByRole('status').textContent).toBe(texts.loading)
  })

  it('says when there is nothing, and only then', async () => {
    open(() => page([]))
    expect(screen.queryByText(texts.empty)).toBeNull()
    expect(await screen.findByText(texts.empty)).toBeTruthy()
  })

  it('says when it cannot know, and offers to try again', async () => {
    open(() => new Response('', { status: 503 }))
    expect(await screen.findByText(texts.failedFirst)).toBeTruthy()
    expect(screen.queryByText(texts.empty)).toBeNull()
    serve(() => page([image]))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Green')).toBeTruthy()
  })

  it('keeps the last good list when a later load fails', async () => {
    const { client } = open(() => page([image]))
    await screen.findByText('Green')
    serve(() => new Response('', { status: 503 }))
    await client.refetchQueries()
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
  })

  it('fetches older prints at the end, and says so when they do not come', async () => {
    vi.stubGlobal('IntersectionObserver', ReachedEnd)
    const older = { ...image, id: '0192aaaa-0000-7000-8000-000000000000', caption: 'Older' }
    let broken = true
    open((url) => {
      if (!url.includes('cursor=')) return page([image], 'next')
      return broken ? new Response('', { status: 503 }) : page([older])
    })
    expect(await screen.findByText(texts.failedMore)).toBeTruthy()
    expect(screen.queryByText(texts.end)).toBeNull()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Older')).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
    expect(screen.getByText(texts.end)).toBeTruthy()
  })

  it('asks before the fourth page, so that the footer can be reached', async () => {
    vi.stubGlobal('IntersectionObserver', ReachedEnd)
    let pages = 0
    open(() => page([{ ...image, id: `id-${pages++}`, caption: `Print ${pages}` }], `after ${pages}`))
    await userEvent.click(await screen.findByRole('button', { name: texts.more }))
    expect(pages).toBeGreaterThanOrEqual(3)
    expect(await screen.findByText('Print 6')).toBeTruthy()
    expect(await screen.findByRole('button', { name: texts.more })).toBeTruthy()
    expect(pages).toBe(6)
  })

  it('says that a list is old while the house says so', async () => {
    const { client } = open(() =>
      Response.json({ images: [image], nextCursor: '' }, { headers: { 'McWick-Stale': 'true' } }),
    )
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByText('Green')).toBeTruthy()
    serve(() => page([image]))
    await client.refetchQueries()
    await vi.waitFor(() => expect(screen.queryByText(texts.failed)).toBeNull())
    expect(screen.getByText('Green')).toBeTruthy()
  })

  it('knows what was liked before', async () => {
    const lit = { ...image, id: '0192aaaa-0000-7000-8000-000000000002', likes: 9 }
    open(() => page([lit]), { likedIds: [lit.id] })
    const button = await screen.findByRole('button', { name: 'You like this picture, 9 in all' })
    expect(isOff(button)).toBe(true)
  })

  it('learns what its account liked once it is known whose session it is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = { ...image, id: '0192aaaa-0000-7000-8000-000000000003', likes: 9 }
    const answer = () => page([other])
    open(answer)
    serve(answer, [], { 'McWick-Stale': 'true' })
    expect(await screen.findByRole('button', { name: 'Like this picture, 9 so far' })).toBeTruthy()
    serve(answer, [other.id])
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(await screen.findByRole('button', { name: 'You like this picture, 9 in all' })).toBeTruthy()
  })

  it('has the filter in the address', async () => {
    const { navigate } = open(() => page([]), { type: 'pfp' })
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/pfp')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: texts.filter }), 'art')
    expect(navigate).toHaveBeenCalledWith('/gallery?type=art')
  })

  it('fetches a list again whenever the filter changes, also one that is fresh, and once', async () => {
    const asked: string[] = []
    const { go } = open((url) => {
      asked.push(new URL(url, location.href).searchParams.get('type') ?? '')
      return page([image])
    })
    const filter = async (type: string) => {
      go({ location: { path: '/gallery', search: new URLSearchParams({ type }) } })
      await screen.findByText('Green')
    }
    await screen.findByText('Green')
    await filter('pfp')
    await vi.waitFor(() => expect(asked).toEqual(['meme', 'pfp']))
    await filter('meme')
    await vi.waitFor(() => expect(asked).toEqual(['meme', 'pfp', 'meme']))
    await filter('meme')
    expect(asked).toHaveLength(3)
  })

  it('says that nobody knows whether a like got through, beside the picture', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = { ...image, id: '0192aaaa-0000-7000-8000-000000000004' }
    open((url) =>
      url.endsWith('/like')
        ? Response.json(
            { code: 'OUTCOME_UNKNOWN' },
            { status: 504, headers: { 'content-type': 'application/problem+json' } },
          )
        : page([other]),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(await screen.findByText(texts.likeUnknown)).toBeTruthy()
  })

  it('says that a like did not get through, beside the picture', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const limited = { ...image, id: '0192aaaa-0000-7000-8000-000000000429' }
    open((url) => (url.endsWith('/like') ? new Response('', { status: 429 }) : page([limited])))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    await act(() => vi.advanceTimersByTimeAsync(4000))
    const card = within(screen.getByRole('article'))
    expect(card.getByText(texts.likeFailed).closest('[role=status]')).toBeTruthy()
    expect(isOff(card.getByRole('button', { name: 'You like this picture, 5 in all' }))).toBe(true)
    expect(card.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('offers three kinds of pictures, memes first', async () => {
    open(() => page([]))
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

  it.each([
    ['meme', 'McMeme'],
    ['pfp', 'McPFP'],
    ['art', 'McArt'],
  ])('gives a print of type %s the badge %s', async (type, badge) => {
    open(() => page([{ ...image, type }]), { type })
    const card = within(await screen.findByRole('article'))
    expect(card.getByText(badge)).toBeTruthy()
    expect(card.queryAllByText('Anime')).toHaveLength(type === 'meme' ? 1 : 0)
    expect(card.queryAllByText('Made with AI')).toHaveLength(type === 'art' ? 0 : 1) // the origin of what operators bring is unknown
  })

  it.each([
    ['ai', 'Made with AI'],
    ['composer', 'Drawn by the candle, not by AI'],
    ['', 'Made with AI'], // published before the marks
  ])('says of a print of the source %j: %s', async (source, mark) => {
    open(() => page([{ ...image, source }]))
    expect(within(await screen.findByRole('article')).getByText(mark)).toBeTruthy()
  })

  it('counts a like at once and takes no second one', async () => {
    open((url) => (url.endsWith('/like') ? new Response('', { status: 503 }) : page([image])))
    await userEvent.click(await screen.findByRole('button', { name: 'Like this picture, 4 so far' }))
    const button = screen.getByRole('button', { name: 'You like this picture, 5 in all' })
    expect(isOff(button)).toBe(true)
  })
})
