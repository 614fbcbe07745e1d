import type { Video } from '@mcwick/api-calls'
import { keepWithdrawn } from '@mcwick/forms'
import { storeUser } from '@mcwick/session'
import { mockApi, renderPage, stubNavigator } from '@mcwick/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { VideoActions } from './video-actions'

const user = { publicKey: 'a'.repeat(64), xHandle: '@Waxella', isPrivate: false }
const share = 'POST /api/v1/videos/{id}/share'
const video = { id: 'v1', title: 'BicTok Video' } as Video

function open(assurance: 'ASSURANCE_PROVEN' | 'ASSURANCE_CLAIMED') {
  storeUser(user)
  const api = mockApi({ session: { assurance, user } })
  api.on(share, () => Response.json(video))
  stubNavigator({ share: async () => undefined })
  const { client } = renderPage(
    <VideoActions video={video} url="/v1.mp4" onRenew={async () => '/v1.mp4'} onAgain={() => {}} />,
  )
  return { api, client }
}

afterEach(() => storeUser(null))

// Verifies VIDEO-12.
it.each([
  [true, 'true'],
  [false, null],
])('shares with the handle of a proven account if its maker wants it: %s', async (isWanted, signed) => {
  const { api, client } = open('ASSURANCE_PROVEN')
  client.setQueryData(['publications', 'videos'], [])
  const box = await screen.findByRole('checkbox', { name: 'Seal it with @Waxella' })
  if (!isWanted) await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  await screen.findByRole('link', { name: 'See its page' })
  const urls = api.requestsTo(share).map(({ url }) => new URL(url, location.href).searchParams.get('signed'))
  expect(urls).toEqual([signed])
  expect(client.getQueryState(['publications', 'videos'])?.isInvalidated, 'the list of own videos').toBe(true)
})

it('keeps the sheet of a shared video over a reload, and leaves the focus where it is', async () => {
  open('ASSURANCE_CLAIMED')
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('link', { name: 'See its page' })
  cleanup()
  open('ASSURANCE_CLAIMED')
  expect(screen.getByRole('link', { name: 'See its page' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(document.activeElement).toBe(document.body)
})

// Verifies AFTER-16.
it('offers to share again what is taken down', async () => {
  open('ASSURANCE_CLAIMED')
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('link', { name: 'See its page' })
  cleanup()
  keepWithdrawn('v1')
  open('ASSURANCE_CLAIMED')
  expect(screen.queryByRole('link', { name: 'See its page' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('link', { name: 'See its page' })).toBeTruthy()
})

// Verifies VIDEO-12.
it('offers no seal to who did not prove a key', async () => {
  const { api } = open('ASSURANCE_CLAIMED')
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await screen.findByRole('link', { name: 'See its page' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(api.requestsTo(share)[0]?.url).not.toContain('signed')
})
