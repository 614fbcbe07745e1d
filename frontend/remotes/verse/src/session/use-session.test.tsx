import { renderPage } from '@mcwick/testing'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import VersePage from '../page/verse-page'
import { mockIdentityService } from '../testing'

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
  useQuery({ queryKey: ['publications', publicKey], queryFn: slowReadOfAccount, staleTime: Number.POSITIVE_INFINITY })
  return null
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
  await vi.waitFor(() => expect(readOfAccount).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(slowReadOfAccount, 'also what had no answer yet').toHaveBeenCalledTimes(2))
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
