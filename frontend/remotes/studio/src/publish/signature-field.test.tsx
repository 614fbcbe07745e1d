import { createSession, getSession, type Session } from '@mcwick/api-calls'
import { storeUser } from '@mcwick/session'
import { mockApi, renderPage } from '@mcwick/testing'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PublishDetails } from './publish-dialog'
import { SignatureField } from './signature-field'
import { noDetails } from './use-details'

const user = { publicKey: 'a'.repeat(64), xHandle: '@Waxella', isPrivate: false }
const proven: Session = { assurance: 'ASSURANCE_PROVEN', user }
const sealed = 'Sealed with your key, broh.'

function Form() {
  const [details, setDetails] = useState<PublishDetails>(noDetails)
  return (
    <SignatureField
      label="Your Handle"
      placeholder="@mcanon"
      value={details.signature}
      isUntouched={details === noDetails}
      onChange={(signature) => setDetails({ ...details, signature })}
    />
  )
}

/** Keeps the session, as the account menu does, but cannot renew it. */
function AccountMenu() {
  const queryFn = async () => {
    const session = await getSession()
    return session.user ? session : createSession({ publicKey: user.publicKey, nonce: '', signature: '' })
  }
  useQuery({ queryKey: ['session', user.publicKey], queryFn, staleTime: Number.POSITIVE_INFINITY, retry: false })
  return null
}

function open(session: Session, menu?: ReactNode) {
  const api = mockApi({ session })
  renderPage(
    <>
      <Form />
      {menu}
    </>,
  )
  return { api, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Your Handle' }) }
}

afterEach(() => storeUser(null))

// Verifies AFTER-4.
it('is filled in with the handle of a proven account, which says that it is sealed', async () => {
  storeUser(user)
  const { field } = open(proven)
  await waitFor(() => expect(field.value).toBe('@Waxella'))
  expect(screen.getByText(sealed)).toBeTruthy()
  await userEvent.clear(field)
  expect(field.value).toBe('')
  expect(screen.queryByText(sealed)).toBeNull()
  for (const [signature, isSealed] of [
    ['waxella', true],
    ['@waxella ', true],
    ['Wax Ella', false],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, signature)
    expect(screen.queryByText(sealed) !== null, signature).toBe(isSealed)
    expect(screen.queryByText('No seal on this one. Only @Waxella carries it.') !== null).toBe(!isSealed)
  }
})

// Verifies AFTER-4.
it.each([
  ['the key is only claimed', { ...proven, assurance: 'ASSURANCE_CLAIMED' }],
  ['the session is of another key', { ...proven, user: { ...user, publicKey: 'b'.repeat(64) } }],
  ['there is no session', { assurance: 'ASSURANCE_UNSPECIFIED', user: null }],
] as const)('stays empty when %s', async (_, session) => {
  storeUser(user)
  const { api, field } = open(session)
  await waitFor(() => expect(api.requestsTo('GET /api/v1/sessions/current')).toHaveLength(1))
  await userEvent.type(field, '@waxella')
  expect(field.value).toBe('@waxella')
  expect(screen.queryByText(sealed)).toBeNull()
})

// Verifies AFTER-4.
it('does not replace what the visitor has entered', async () => {
  storeUser(user)
  let answer = () => undefined as unknown
  const api = mockApi()
  api.on(
    'GET /api/v1/sessions/current',
    () =>
      new Promise((resolve) => {
        answer = () => resolve(Response.json(proven))
      }),
  )
  renderPage(<Form />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your Handle' })
  await userEvent.type(field, 'me')
  answer()
  expect(await screen.findByText(/^No seal on this one/)).toBeTruthy()
  expect(field.value).toBe('me')
})

it('follows a change of the handle in another tab', async () => {
  storeUser(user)
  const { field } = open(proven)
  await waitFor(() => expect(field.value).toBe('@Waxella'))
  act(() => storeUser({ ...user, xHandle: '@Moonwick' }))
  expect(screen.getByText('No seal on this one. Only @Moonwick carries it.')).toBeTruthy()
})

it('loses its seal when the session has ended and the account menu cannot renew it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storeUser(user)
  const { api } = open(proven, <AccountMenu />)
  expect(await screen.findByText(sealed)).toBeTruthy()
  api.session = { assurance: 'ASSURANCE_UNSPECIFIED' }
  api.fail('POST /api/v1/sessions', 403)
  vi.setSystemTime(Date.now() + 90_000)
  act(() => window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(screen.queryByText(sealed)).toBeNull())
  await waitFor(() => expect(api.requestsTo('POST /api/v1/sessions')).toHaveLength(1))
})

it('asks nothing without an account', async () => {
  const { api, field } = open(proven)
  await userEvent.type(field, 'me')
  expect(api.requests).toEqual([])
})
