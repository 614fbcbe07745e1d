import { useProvenHandle } from '@mcwick/forms'
import { problem, renderPage } from '@mcwick/testing'
import { onlineManager, useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Account from '../account/account'
import { derivePublicKey } from '../keys/private-key'
import VersePage from '../page/verse-page'
import { mockIdentityService, mockIndexedDb } from '../testing'
import { logIn } from './log-in'
import { keepProfile } from './use-session'

const publicKey = '12'.repeat(32)
const user = JSON.stringify({ xHandle: '@wick', publicKey })
const claimed = () => screen.findByText(/nothing is saved/)
const proven = () => screen.findByRole('button', { name: 'Replace this key' })

/** Stores the account as another tab does, whose storage event follows later. */
function storeInOtherTab(newValue: string | null) {
  const oldValue = localStorage.getItem('mcwick.user')
  if (newValue) localStorage.setItem('mcwick.user', newValue)
  else localStorage.removeItem('mcwick.user')
  return new StorageEvent('storage', { key: 'mcwick.user', oldValue, newValue })
}

/** Proves the account's key in the session that all tabs share. */
const proveInOtherTab = () =>
  fetch('/api/v1/sessions', { method: 'POST', body: JSON.stringify({ publicKey, signature: 'ab' }) })

const readOfDevice = vi.fn(async () => 'liked')
const readOfAccount = vi.fn(async () => 'liked')
const slowReadOfAccount = vi.fn()

/** Reads of another remote, for the device and for the account. */
function Likes() {
  useQuery({ queryKey: ['likes', ''], queryFn: readOfDevice, staleTime: Number.POSITIVE_INFINITY })
  useQuery({ queryKey: ['likes', publicKey], queryFn: readOfAccount, staleTime: Number.POSITIVE_INFINITY })
  useQuery({ queryKey: ['likes', 'slow', publicKey], queryFn: slowReadOfAccount, staleTime: Number.POSITIVE_INFINITY })
  return null
}

/** A page whose form is filled in with the proven handle, below the account menu. */
function PublishPage() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Account place="bar" />
      <button type="button" onClick={() => setIsOpen(true)}>
        Publish
      </button>
      {isOpen && <PublishForm />}
    </>
  )
}

function PublishForm() {
  return <output>{useProvenHandle() ?? 'none'}</output>
}

beforeEach(async () => {
  vi.clearAllMocks()
  mockIdentityService({ knownKeys: [publicKey] })
  localStorage.setItem('mcwick.user', user)
  slowReadOfAccount.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue('own')
  renderPage(
    <>
      <Likes />
      <VersePage />
    </>,
  )
  await claimed()
})

// Verifies VERSE-34.
it('has what was read for the account before it read again', async () => {
  await waitFor(() => expect(readOfAccount).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(slowReadOfAccount, 'also what had no answer yet').toHaveBeenCalledTimes(2))
  expect(readOfDevice).toHaveBeenCalledOnce()
})

it('is what another tab proved after it had logged out', async () => {
  act(() => dispatchEvent(storeInOtherTab(null)))
  await screen.findByRole('button', { name: 'Enter Existing Key' })
  await proveInOtherTab()
  act(() => dispatchEvent(storeInOtherTab(user)))
  expect(await proven()).toBeTruthy()
})

it('is what another tab proved while this one was frozen', async () => {
  const events = [storeInOtherTab(null), storeInOtherTab(user)]
  await proveInOtherTab()
  act(() => {
    for (const event of events) dispatchEvent(event)
  })
  expect(await proven()).toBeTruthy()
})

describe('in an open page', () => {
  const privateKey = 'ab'.repeat(32)
  let service: ReturnType<typeof mockIdentityService>
  let client: ReturnType<typeof renderPage>['client']

  /** Opens the profile in a browser that keeps the key. */
  beforeEach(async () => {
    cleanup()
    vi.useFakeTimers({ toFake: ['Date'] })
    mockIndexedDb()
    service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
    await logIn(privateKey, { remembered: true })
    client = renderPage(<VersePage />).client
    await proven()
    service.requests.length = 0
  })
  const sent = (method: string, path = '/api/v1/sessions') =>
    service.requests.filter((request) => request.method === method && request.path === path)
  const reads = () => sent('GET', '/api/v1/sessions/current')
  const comeBack = (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    act(() => window.dispatchEvent(new Event('visibilitychange')))
  }
  const idle = () => waitFor(() => expect(client.isFetching()).toBe(0))

  // Verifies VERSE-34.
  it('has the posts read again that the visitor came back to after it had ended', async () => {
    await idle()
    await fetch('/api/v1/sessions', { method: 'DELETE' })
    service.requests.length = 0
    comeBack(3)
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    await idle()
    const routes = service.requests.map(({ route }) => route)
    const since = routes.slice(routes.indexOf('POST /api/v1/sessions'))
    expect(since).toEqual(expect.arrayContaining(['GET /api/v1/publications', 'GET /api/v1/shared-videos']))
  })

  // Verifies VERSE-35.
  it('is proven again when the visitor comes back after it has ended', async () => {
    await fetch('/api/v1/sessions', { method: 'DELETE' })
    comeBack(1)
    expect(reads(), 'it was read a minute ago').toEqual([])
    comeBack(2)
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    await idle()
    comeBack(3)
    await idle()
    expect(reads()).toHaveLength(2)
    expect(sent('POST'), 'a proven one stays').toHaveLength(1)
    expect(await proven()).toBeTruthy()
  })

  // Verifies VERSE-36.
  it.each([
    ['is renewed', true],
    ['has no other in its place when its renewal is refused', false],
  ])('of an account that logged in before the answer for the former one %s', async (_, isAccepted) => {
    const newKey = await derivePublicKey('cd'.repeat(32))
    service.knownKeys.push(newKey)
    await fetch('/api/v1/sessions', { method: 'DELETE' })
    let answer = () => {}
    service.loginIsOpen = new Promise((resolve) => {
      answer = resolve
    })
    comeBack(3)
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    service.loginIsOpen = Promise.resolve()
    await act(() => logIn('cd'.repeat(32), { remembered: true }))
    await waitFor(() => expect(client.getQueryData(['session', newKey])).toBeTruthy())
    if (!isAccepted) service.refuseLogin = () => problem(403, 'REFUSED')
    await act(async () => answer())
    await waitFor(() => expect(sent('POST')).toHaveLength(3))
    await idle()
    const { user } = await (await fetch('/api/v1/sessions/current')).json()
    expect(user?.publicKey).toBe(isAccepted ? newKey : undefined)
  })

  it('does not log in all tabs when the browser is online again', async () => {
    vi.setSystemTime(Date.now() + 3 * 60_000)
    act(() => {
      onlineManager.setOnline(false)
      onlineManager.setOnline(true)
    })
    await idle()
    expect(reads()).toEqual([])
  })

  it('is tried once when it cannot be renewed, and stays shown', async () => {
    service.refuseLogin = () => problem(403, 'REFUSED')
    await fetch('/api/v1/sessions', { method: 'DELETE' })
    comeBack(3)
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    await idle()
    expect(reads()).toHaveLength(1)
    expect(await proven()).toBeTruthy()
  })

  it('does not show the former handle when it was read before the change', async () => {
    const session = await (await fetch('/api/v1/sessions/current')).json()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { fetch: fetchNow } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await fetchNow(url, init)
      await answered
      init.signal?.throwIfAborted()
      return response
    })
    comeBack(3)
    await waitFor(() => expect(reads()).toHaveLength(2))
    act(() => keepProfile(client, { ...session, user: { ...session.user, xHandle: '@moonwick' } }))
    await act(async () => answer())
    await idle()
    expect(screen.getByText('@moonwick')).toBeTruthy()
  })
  describe('which has ended before the form to publish opens', () => {
    const read = 'GET /api/v1/sessions/current'
    const renewal = [read, 'POST /api/v1/identity/challenges', 'POST /api/v1/sessions']

    /** Opens the form soon after the account menu has read the session, and returns the requests. */
    async function openForm() {
      cleanup()
      client = renderPage(<PublishPage />).client
      await idle()
      await fetch('/api/v1/sessions', { method: 'DELETE' })
      service.requests.length = 0
      await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
      await waitFor(() => expect(sent('POST')).toHaveLength(1))
      await idle()
      return service.requests.map(({ route }) => route)
    }
    const handle = () => screen.getByRole('status').textContent

    // Verifies VERSE-35.
    it('is renewed, and read again by the form', async () => {
      expect(await openForm()).toEqual([read, ...renewal, read])
      expect(handle()).toBe('@wick')
    })

    it('is not proven when its renewal is refused, which is tried once', async () => {
      service.refuseLogin = () => problem(403, 'REFUSED')
      expect(await openForm()).toEqual([read, ...renewal])
      expect(handle()).toBe('none')
    })

    it('is renewed once when the browser keeps no cookies', async () => {
      service.keepsCookies = false
      expect(await openForm()).toEqual([read, ...renewal, read])
      expect(handle()).toBe('none')
    })
  })
})
