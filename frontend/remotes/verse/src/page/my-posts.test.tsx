import { storeUser } from '@mcwick/session'
import { renderPage } from '@mcwick/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { logOut } from '../session/log-in'
import { mockIdentityService } from '../testing'
import { MyPosts } from './my-posts'

const post = (id: string, caption: string) => ({
  id,
  caption,
  objectName: `memes/${id}.png`,
  variants: [],
  placeholder: '',
})

describe('MyPosts', () => {
  it('lists publications page by page', async () => {
    const service = mockIdentityService()
    service.posts = { publications: [post('p1', 'First light'), post('p2', '')], nextCursor: 'c' }
    renderPage(<MyPosts />)
    expect(await screen.findByRole('img', { name: 'First light' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'A picture of yours' })).toBeTruthy()
    service.posts = { publications: [post('p3', 'Third light')], nextCursor: '' }
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('img', { name: 'Third light' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My posts' }))
    expect(service.requests.at(-1)?.url).toContain('cursor=c')
  })

  // Verifies AI-6.
  it('shows the source of each publication', async () => {
    const service = mockIdentityService()
    const drawn = { ...post('p2', ''), source: 'composer' }
    service.posts = { publications: [post('p1', 'First light'), drawn], nextCursor: '' }
    renderPage(<MyPosts />)
    expect(await screen.findByText('Made with AI')).toBeTruthy()
    expect(screen.getByText('Drawn by the candle, not by AI')).toBeTruthy()
  })

  // Verifies MOD-36.
  it('says which publication waits for a look', async () => {
    const service = mockIdentityService()
    const held = { ...post('p2', 'Second light'), awaitsCheck: true, placeholder: 'UklGRg==' }
    service.posts = { publications: [post('p1', 'First light'), held], nextCursor: '' }
    renderPage(<MyPosts />)
    const waiting = within((await screen.findByText('Waiting for a look, broh.')).closest('li') as HTMLElement)
    expect(waiting.getByRole('img', { name: 'Second light' }).getAttribute('src')).toContain('UklGRg==')
    expect(waiting.queryByRole('link'), 'its page is not there yet').toBeNull()
    expect(waiting.getByRole('button', { name: 'Take down' })).toBeTruthy()
    expect(screen.getAllByText('Waiting for a look, broh.')).toHaveLength(1)
  })

  it('deletes a publication after a confirmation', async () => {
    const service = mockIdentityService()
    service.posts = { publications: [post('p1', 'First light')], nextCursor: '' }
    const said: string[] = []
    renderPage(<MyPosts />, { toast: (message) => said.push(message) })
    await userEvent.click(await screen.findByRole('button', { name: 'Take down' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Take it down?' }))
    const looks = screen.getAllByRole('button', { name: 'Take down' }).map(({ dataset }) => dataset.kind)
    expect(looks, 'no look of a button to run to').toEqual(['danger', 'danger'])
    await userEvent.click(question.getByRole('button', { name: 'Let it hang' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Take down' }))
    service.posts = { publications: [], nextCursor: '' }
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    await waitFor(() => expect(said).toEqual(['Taken down.']))
    expect(service.requests.find(({ method }) => method === 'DELETE')?.path).toBe('/api/v1/publications/p1')
    expect(await screen.findByText('Nothing of yours hangs on the wall yet.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My posts' }))
  })

  it('focuses the heading also when a post of the next page takes the place', async () => {
    const service = mockIdentityService()
    service.posts = { publications: [post('p1', 'First light')], nextCursor: 'c' }
    renderPage(<MyPosts />)
    await userEvent.click(await screen.findByRole('button', { name: 'Take down' }))
    service.posts = { publications: [post('p2', 'Second light')], nextCursor: '' }
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    await screen.findByRole('img', { name: 'Second light' })
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'My posts' })),
    )
  })

  it('leaves the focus in a field where the visitor types while the list is read again', async () => {
    const service = mockIdentityService()
    service.posts = { publications: [post('p1', 'First light')], nextCursor: '' }
    renderPage(
      <>
        <input />
        <MyPosts />
      </>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Take down' }))
    let answer = () => {}
    service.postsAreOpen = new Promise((resolve) => (answer = resolve))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.type(screen.getByRole('textbox'), 'gm')
    service.posts = { publications: [], nextCursor: '' }
    answer()
    expect(await screen.findByText('Nothing of yours hangs on the wall yet.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })

  it('shows when deleting or loading fails', async () => {
    const service = mockIdentityService()
    service.posts = { publications: [post('p1', 'First light')], nextCursor: '' }
    renderPage(<MyPosts />)
    await userEvent.click(await screen.findByRole('button', { name: 'Take down' }))
    service.broken = true
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('That did not get through, broh. Try again.')).toBeTruthy()
    renderPage(<MyPosts session={['another']} />)
    expect((await screen.findByText('Your posts do not answer right now.')).closest('[role=alert]')).toBeTruthy()
  })

  // Verifies VIDEO-13, VIDEO-14, AI-10.
  it('lists shared videos, what was decided about them, and deletes them', async () => {
    const service = mockIdentityService()
    const video = (id: string, description: string) => ({ id, description, posterObjectName: `videos/${id}.webp` })
    service.videos = {
      videos: [
        { video: { ...video('v1', 'Gm.'), source: 'composer' } },
        { video: { ...video('v2', 'A rude one.'), source: 'ai' }, moderation: { state: 'MODERATION_STATE_HIDDEN' } },
      ],
      nextCursor: 'c',
    }
    const { client } = renderPage(<MyPosts hideWhenEmpty />)
    client.setQueryData(['shared-videos', 'v2'], video('v2', 'A rude one.'))
    const poster = await screen.findByRole('img', { name: 'Gm.' })
    expect(poster.closest('a')?.getAttribute('href')).toBe('/bictok/v1')
    expect(screen.getByText('Spoken by the candle, not by AI')).toBeTruthy()
    expect(screen.queryByText('Nothing of yours hangs on the wall yet.')).toBeNull()
    const hidden = within(screen.getByText('A rude one.').closest('li') as HTMLElement)
    expect(hidden.queryByRole('img'), 'its poster is not served').toBeNull()
    expect(hidden.getByText('Hidden from the wall, broh.')).toBeTruthy()
    service.videos = { videos: [{ video: video('v3', 'Older.') }], nextCursor: '' }
    await userEvent.click(screen.getByRole('button', { name: 'Show more BicToks' }))
    expect(await screen.findByRole('img', { name: 'Older.' })).toBeTruthy()
    service.videos = { videos: [], nextCursor: '' }
    await userEvent.click(hidden.getByRole('button', { name: 'Take down' }))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    await waitFor(() => expect(screen.queryByText('A rude one.')).toBeNull())
    expect(service.requests.find(({ method }) => method === 'DELETE')?.path).toBe('/api/v1/shared-videos/v2')
    expect(client.getQueryData(['shared-videos', 'v2']), 'its page loads it again').toBeUndefined()
  })

  it('keeps its heading for the focus when the only post of a list that would be left out is deleted', async () => {
    const service = mockIdentityService()
    service.posts = { publications: [post('p1', 'First light')], nextCursor: '' }
    renderPage(<MyPosts hideWhenEmpty />)
    await userEvent.click(await screen.findByRole('button', { name: 'Take down' }))
    service.posts = { publications: [], nextCursor: '' }
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    await waitFor(() => expect(screen.queryByRole('img', { name: 'First light' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My posts' })))
  })

  it('takes a video as deleted that is gone, as after a lost answer', async () => {
    const service = mockIdentityService()
    service.videos = {
      videos: [{ video: { id: 'v1', description: 'Gm.', posterObjectName: 'v1.webp' } }],
      nextCursor: '',
    }
    service.isVideoGone = true
    renderPage(<MyPosts />)
    await userEvent.click(await screen.findByRole('button', { name: 'Take down' }))
    service.videos = { videos: [], nextCursor: '' }
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('Nothing of yours hangs on the wall yet.')).toBeTruthy()
  })

  // Verifies VERSE-32.
  it('reads nothing from a log-out until the session has ended', async () => {
    const service = mockIdentityService({ broken: true })
    storeUser({ xHandle: '@wick', publicKey: 'ab'.repeat(32) })
    const loggedOut = logOut()
    renderPage(<MyPosts hideWhenEmpty />)
    const requestsOf = (method: string) => service.requests.filter((request) => request.method === method).length
    await waitFor(() => expect(requestsOf('DELETE')).toBe(1))
    expect(requestsOf('GET')).toBe(0)
    service.broken = false
    service.posts = { publications: [post('p1', 'Of this device')], nextCursor: '' }
    await waitFor(() => {
      dispatchEvent(new Event('online'))
      expect(requestsOf('DELETE')).toBe(2)
    })
    await loggedOut
    expect(await screen.findByRole('img', { name: 'Of this device' })).toBeTruthy()
  })

  it('renders nothing for an empty list with hideWhenEmpty', async () => {
    const { requests } = mockIdentityService()
    const { container } = renderPage(<MyPosts hideWhenEmpty />)
    await waitFor(() => expect(requests.some(({ path }) => path.includes('/publications'))).toBe(true))
    expect(container.textContent).toBe('')
  })
})
