import { problem, renderPage } from '@mcwick/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { mockIdentityService } from '../testing'
import { MyPosts } from './my-posts'

const hidden = {
  state: 'MODERATION_STATE_HIDDEN',
  reason: 'REPORT_REASON_OFFENSIVE',
  message: 'Not here, broh.',
  hideTime: '2026-11-20T15:00:00Z',
  canAppeal: true,
  appeal: '',
  answer: '',
}
const post = (moderation: object) => ({
  id: 'p1',
  caption: 'First light',
  objectName: 'memes/p1.png',
  variants: [],
  placeholder: 'UklGRg==',
  moderation: { ...hidden, ...moderation },
})

function showPost(moderation: object) {
  const service = mockIdentityService()
  service.posts = { publications: [post(moderation)], nextCursor: '' }
  renderPage(<MyPosts />)
  return service
}

describe('a hidden post', () => {
  // Verifies MOD-46.
  it('says what is hidden, why and since when, without its picture', async () => {
    showPost({})
    const item = within((await screen.findByText(/Hidden from the wall/)).closest('li') as HTMLElement)
    expect(item.getByText(/since Nov 20, 2026/).textContent).toContain('hurts somebody')
    expect(item.getByText(/Not here, broh\./)).toBeTruthy()
    expect(item.getByRole('img', { name: 'First light' }).getAttribute('src')).toContain('UklGRg==')
    expect(item.queryByRole('link'), 'its page is not there').toBeNull()
  })

  // Verifies MOD-46.
  it('takes one appeal, and keeps its text while that fails', async () => {
    const service = showPost({})
    await userEvent.click(await screen.findByRole('button', { name: 'Appeal' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Why should it hang?' }), ' It is a candle ')
    service.appeal = () => problem(503)
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect((await screen.findByRole('alert')).textContent).toContain('did not get through')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(' It is a candle ')
    service.appeal = undefined
    service.posts.publications = [
      post({ canAppeal: false, appeal: 'It is a candle', appealTime: '2026-11-21T15:00:00Z' }),
    ]
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/Somebody reads it soon/)).toBeTruthy()
    expect(screen.getByText(/You said: It is a candle/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByText(/Somebody reads it soon/))
    const sent = service.requests.filter(({ path }) => path === '/api/v1/publications/p1/appeals')
    expect(sent.at(-1)?.body).toEqual({ text: 'It is a candle' })
  })

  it('gives the focus back when the appeal is put off', async () => {
    showPost({})
    await userEvent.click(await screen.findByRole('button', { name: 'Appeal' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Appeal' }))
  })

  // Verifies MOD-46.
  it('shows the answer', async () => {
    const answered = { canAppeal: false, appeal: 'why', appealTime: hidden.hideTime, answerTime: hidden.hideTime }
    showPost({ ...answered, answer: 'Because.' })
    expect(await screen.findByText(/That is final/)).toBeTruthy()
    expect(screen.getByText(/Because\./)).toBeTruthy()
    showPost({ ...answered, state: 'MODERATION_STATE_RESTORED', hideTime: undefined })
    expect(await screen.findByText(/hangs again/)).toBeTruthy()
  })
})
