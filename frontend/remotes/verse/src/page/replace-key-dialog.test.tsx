import { webcrypto } from 'node:crypto'
import { isAriaDisabled, problem, renderPage } from '@mcwick/testing'
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { derivePublicKey } from '../keys/private-key'
import { mockIdentityService } from '../testing'
import VersePage from './verse-page'

const privateKey = 'ab'.repeat(32)
const stored = () => JSON.parse(localStorage.getItem('mcwick.user') ?? 'null')
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const textOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

describe('ReplaceKeyDialog', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal('crypto', webcrypto)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  const done = 'Your key is replaced. The old one is wax.'
  const unsure = 'That may have got through, broh. Keep both keys and try again.'
  const lose = () => {
    throw new TypeError('Failed to fetch')
  }

  const comeBack = async (client: QueryClient) => {
    vi.setSystemTime(Date.now() + 180_000)
    act(() => window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(client.isFetching()).toBe(0))
  }

  const open = async () => {
    const service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
    const said: string[] = []
    const { client } = renderPage(<VersePage />, { toast: (message) => said.push(message) })
    await click('Enter Existing Key')
    await userEvent.type(screen.getByRole('textbox', { name: 'Public Key' }), privateKey)
    await click('Enter WaxTestverse')
    await screen.findByRole('button', { name: 'Replace this key' })
    return { service, said, client }
  }
  const enterOldKey = async () => {
    await click('Replace this key')
    await screen.findByRole('textbox', { name: 'Your new private key' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Your private key' }), privateKey)
    return textOf('Your new private key')
  }

  const typeOldKey = async (key: string) => {
    await userEvent.clear(screen.getByRole('textbox', { name: 'Your private key' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Your private key' }), key)
  }

  /** Has the server replace the key, answer nothing, and be away. Returns the new key. */
  const loseAnswer = async (service: ReturnType<typeof mockIdentityService>) => {
    service.loseReplacement = () => {
      service.broken = true
      return lose()
    }
    const next = await enterOldKey()
    await click('Copy the new private key')
    await click('Replace')
    expect(await screen.findByText(unsure)).toBeTruthy()
    return next
  }

  it('needs a backup of the new key, and sends neither', async () => {
    const { service, said } = await open()
    await click('Replace this key')
    await screen.findByRole('textbox', { name: 'Your new private key' })
    const next = textOf('Your new private key')
    await userEvent.type(screen.getByRole('textbox', { name: 'Your private key' }), 'cd'.repeat(32))
    await click('Replace')
    expect(screen.getByText('Copy the private key, or tick that you saved it.')).toBeTruthy()
    await click('Copy the new private key')
    await click('Replace')
    expect(await screen.findByText('That is not the private key of this profile.')).toBeTruthy()
    expect(service.requests.some(({ path }) => path.endsWith('/rotate'))).toBe(false)
    await typeOldKey(privateKey)
    await click('Replace')
    await waitFor(() => expect(said).toEqual([done]))
    const sent = JSON.stringify(service.requests)
    expect(sent).not.toContain(privateKey)
    expect(sent).not.toContain(next)
    expect(service.requests.find(({ path }) => path.endsWith('/rotate'))?.body).toMatchObject({
      publicKey: await derivePublicKey(privateKey),
      newPublicKey: await derivePublicKey(next),
    })
  })

  it('succeeds when its response is lost', async () => {
    const { service, said } = await open()
    service.loseReplacement = lose
    const next = await enterOldKey()
    await click('Copy the new private key')
    await click('Replace')
    await waitFor(() => expect(said).toEqual([done]))
    expect(stored().publicKey).toBe(await derivePublicKey(next))
    expect(await screen.findByRole('button', { name: 'Replace this key' })).toBeTruthy()
  })

  it('keeps the new key while its outcome is unknown, and uses it again', async () => {
    const { service, said } = await open()
    const next = await loseAnswer(service)
    await click('Cancel')
    service.broken = false
    expect(await enterOldKey()).toBe(next)
    await click('Replace')
    await waitFor(() => expect(said).toEqual([done]))
    expect(service.knownKeys).toEqual([await derivePublicKey(next)])
    await click('Replace this key')
    await waitFor(() => expect(textOf('Your new private key')).not.toBe(next))
  })

  // Verifies VERSE-38.
  it.each([
    ['after a try', []],
    ['after another with a wrong key', ['cd'.repeat(32)]],
  ])('stays open when the visitor comes back %s, while its outcome is unknown', async (_, wrongKeys) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { service, said, client } = await open()
    const next = await loseAnswer(service)
    service.broken = false
    for (const wrongKey of wrongKeys) {
      await typeOldKey(wrongKey)
      await click('Replace')
      await screen.findByText('That is not the private key of this profile.')
    }
    await comeBack(client)
    expect(textOf('Your new private key')).toBe(next)
    await typeOldKey(privateKey)
    await click('Replace')
    await waitFor(() => expect(said).toEqual([done]))
    expect(stored().publicKey).toBe(await derivePublicKey(next))
  })

  // Verifies VERSE-35.
  it('lets a session be renewed after a replacement that failed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { service, client } = await open()
    service.refuseReplacement = lose
    await enterOldKey()
    await click('Copy the new private key')
    await click('Replace')
    expect(await screen.findByText(unsure)).toBeTruthy()
    await click('Cancel')
    await fetch('/api/v1/sessions', { method: 'DELETE' })
    service.requests.length = 0
    await comeBack(client)
    await waitFor(() => expect(service.requests.map(({ route }) => route)).toContain('POST /api/v1/sessions'))
  })

  // Verifies VERSE-31.
  it('stays open until the server has answered, and then shows the error', async () => {
    const { service } = await open()
    let answer: (response: Response) => void = () => undefined
    service.refuseReplacement = () => new Promise((resolve) => (answer = resolve))
    await enterOldKey()
    await click('Copy the new private key')
    await click('Replace')
    await click('Cancel')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(service.requests.at(-1)?.path).toMatch(/rotate$/))
    expect(isAriaDisabled(screen.getByRole('button', { name: 'Cancel' }))).toBe(true)
    answer(problem(401, 'SIGNATURE_INVALID'))
    expect(await screen.findByText('The old key still holds, broh. Try again.')).toBeTruthy()
    await click('Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  // Verifies VERSE-31.
  it('stays open when the visitor comes back before the answer, but after the server has replaced the key', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { service, said, client } = await open()
    let answer = () => {}
    service.loginIsOpen = new Promise((resolve) => (answer = resolve))
    const next = await derivePublicKey(await enterOldKey())
    await click('Copy the new private key')
    await click('Replace')
    await waitFor(() => expect(service.knownKeys).toEqual([next]))
    await comeBack(client)
    expect(screen.getByRole('dialog')).toBeTruthy()
    await act(async () => answer())
    await waitFor(() => expect(said).toEqual([done]))
    expect(stored().publicKey).toBe(next)
  })

  it('shows that the old key holds only when the server refused', async () => {
    const { service } = await open()
    service.refuseReplacement = () => problem(401, 'SIGNATURE_INVALID')
    await enterOldKey()
    await click('Copy the new private key')
    await click('Replace')
    expect(await screen.findByText('The old key still holds, broh. Try again.')).toBeTruthy()
    service.knownKeys.length = 0
    await click('Replace')
    expect(await screen.findByText("Sorry that key doesn't exist, broh!")).toBeTruthy()
  })
})
