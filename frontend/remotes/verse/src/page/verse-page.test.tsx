import { webcrypto } from 'node:crypto'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { derivePublicKey } from '../keys/private-key'
import { mockIdentityService } from '../testing'
import VersePage from './verse-page'

const privateKey = 'ab'.repeat(32)
const stored = () => JSON.parse(localStorage.getItem('mcwick.user') ?? 'null')
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const pressEscape = () =>
  act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })))
const textOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

/** Holds the answers to logins back, until the returned function is called. */
function holdLogin(service: ReturnType<typeof mockIdentityService>) {
  let open = () => {}
  service.loginIsOpen = new Promise((resolve) => {
    open = resolve
  })
  return () => open()
}

describe('VersePage', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal('crypto', webcrypto)
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  // Verifies VERSE-1.
  it('offers a new key and an existing key', () => {
    mockIdentityService()
    renderPage(<VersePage />)
    expect(screen.getByRole('heading', { name: 'Your Key to the WaxTestverse' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Generate New Key' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Enter Existing Key' })).toBeTruthy()
  })

  it('offers no login in an insecure context, and shows why', () => {
    mockIdentityService()
    vi.stubGlobal('isSecureContext', false)
    renderPage(<VersePage />)
    expect(screen.getByRole('alert').textContent).toContain('https')
    expect(screen.queryByRole('button', { name: 'Generate New Key' })).toBeNull()
  })

  describe('new key', () => {
    const generateKey = async () => {
      await click('Generate New Key')
      await screen.findByRole('textbox', { name: 'Private Key' })
    }
    const tickSaved = () => userEvent.click(screen.getByRole('checkbox', { name: 'I saved it' }))

    // Verifies VERSE-3, VERSE-5.
    it('shows and registers the key, and stores the private key nowhere', async () => {
      const { requests } = mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      for (const line of [/Never share your private key/, /climb the leaderboard/, /exclusive tools/])
        expect(screen.getByText(line)).toBeTruthy()
      const [secret, shown] = [textOf('Private Key'), textOf('Public Key')]
      expect(shown).toBe(await derivePublicKey(secret))
      await click('Copy the private key')
      await click('Understood Broh! Copied.')
      expect(await screen.findByRole('heading', { name: 'Welcome to the WaxTestverse!' })).toBeTruthy()
      expect(stored()).toEqual({ xHandle: '@wick', publicKey: shown })
      expect(JSON.stringify(requests)).not.toContain(secret)
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret)
    })

    const copyByHand = (end: number) => {
      const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Private Key' })
      field.setSelectionRange(0, end)
      fireEvent.copy(field)
    }

    // Verifies VERSE-2.
    it.each<[string, () => Promise<unknown>]>([
      ['copied', () => click('Copy the private key')],
      ['copied by hand', async () => copyByHand(64)],
      ['ticked as saved', () => tickSaved()],
    ])('disables registering until the key is %s', async (_, backUp) => {
      const { requests } = mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      const register = screen.getByRole('button', { name: 'Understood Broh! Copied.' })
      await click('Copy the public key')
      copyByHand(32)
      await userEvent.click(register)
      expect(isAriaDisabled(register)).toBe(true)
      expect(screen.getByText('Copy the private key, or tick that you saved it.')).toBeTruthy()
      expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
      await backUp()
      await userEvent.click(register)
      expect(await screen.findByRole('heading', { name: 'Welcome to the WaxTestverse!' })).toBeTruthy()
    })

    // Verifies VERSE-2.
    it('disables registering when the checkbox is unticked', async () => {
      mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      await tickSaved()
      await tickSaved()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Understood Broh! Copied.' }))).toBe(true)
    })

    // Verifies VERSE-4.
    it('closes two seconds after the welcome', async () => {
      mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      await tickSaved()
      await click('Understood Broh! Copied.')
      const dialog = await screen.findByRole('dialog', { name: 'Welcome to the WaxTestverse!' })
      expect(within(dialog).getByRole('status').textContent).toBe('Welcome to the WaxTestverse!')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your WaxTestverse Profile' }))
    })

    it('warns before closing without a backup', async () => {
      mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      const secret = textOf('Private Key')
      const dialog = screen.getByRole('dialog')
      act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      expect(screen.getByRole('alert').textContent).toContain('not copied or saved')
      await click('Back to the key')
      expect(textOf('Private Key')).toBe(secret)
      await click('Copy the private key')
      act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('generates another key each time', async () => {
      mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      const first = textOf('Private Key')
      const dialog = screen.getByRole('dialog')
      act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      await click('Close without it')
      await generateKey()
      expect(textOf('Private Key')).not.toBe(first)
    })

    it('offers the key as a file and as a QR code', async () => {
      mockIdentityService()
      const saved: Blob[] = []
      vi.stubGlobal(
        'URL',
        Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}`, revokeObjectURL() {} }),
      )
      renderPage(<VersePage />)
      await generateKey()
      await click('Save as a file')
      expect(await saved[0]?.text()).toContain(textOf('Private Key'))
      expect(screen.getByRole('checkbox', { name: 'I saved it' })).toHaveProperty('checked', true)
      await click('Show as a QR code')
      expect(screen.getByRole('img', { name: 'QR code of the private key' }).querySelectorAll('path')).toHaveLength(2)
    })

    it('stays open while the key is registered, because that logs in', async () => {
      const service = mockIdentityService()
      const openLogin = holdLogin(service)
      renderPage(<VersePage />)
      await generateKey()
      await tickSaved()
      await click('Understood Broh! Copied.')
      pressEscape()
      expect(screen.getByRole('dialog', { name: 'Yo Broh, Listen Up!' })).toBeTruthy()
      openLogin()
      expect(await screen.findByRole('heading', { name: 'Welcome to the WaxTestverse!' })).toBeTruthy()
    })

    // Verifies GAL-18.
    it('keeps the key in the dialog when registering fails', async () => {
      const service = mockIdentityService()
      renderPage(<VersePage />)
      await generateKey()
      service.broken = true
      const secret = textOf('Private Key')
      await tickSaved()
      await click('Understood Broh! Copied.')
      expect((await screen.findByText(/could not be registered/)).closest('[role=status]')).toBeTruthy()
      await click('Try again')
      await waitFor(() => expect(service.requests.filter(({ path }) => path.endsWith('/challenges'))).toHaveLength(2))
      expect(textOf('Private Key')).toBe(secret)
      expect(stored()).toBeNull()
    })
  })

  describe('existing key', () => {
    const enter = async (text: string) => {
      await click('Enter Existing Key')
      const dialog = within(screen.getByRole('dialog', { name: 'Enter Your Key' }))
      await userEvent.type(dialog.getByRole('textbox', { name: 'Public Key' }), text)
      await userEvent.click(dialog.getByRole('button', { name: 'Enter WaxTestverse' }))
    }

    // Verifies VERSE-6.
    it('proves a private key without sending it', async () => {
      const { requests } = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
      renderPage(<VersePage />)
      await enter(`  ${privateKey.toUpperCase()} `)
      expect(await screen.findByRole('heading', { name: 'Your WaxTestverse Profile' })).toBeTruthy()
      expect(JSON.stringify(requests).toLowerCase()).not.toContain(privateKey)
      expect(
        JSON.stringify(requests.find(({ path, method }) => path.endsWith('/sessions') && method === 'POST')?.body),
      ).toMatch(/"signature":"[0-9a-f]{128}"/)
    })

    // Verifies VERSE-15.
    it('claims a public key, and explains the limits', async () => {
      const publicKey = '12'.repeat(32)
      mockIdentityService({ knownKeys: [publicKey] })
      renderPage(<VersePage />)
      await enter(publicKey)
      expect(await screen.findByText(/you may look, and nothing is saved/)).toBeTruthy()
    })

    it('stays open while the key is verified, because that logs in', async () => {
      const service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
      const openLogin = holdLogin(service)
      renderPage(<VersePage />)
      await enter(privateKey)
      pressEscape()
      const cancel = screen.getByRole('button', { name: 'Close' })
      expect(isAriaDisabled(cancel)).toBe(true)
      await userEvent.click(cancel)
      expect(screen.getByRole('button', { name: 'Verifying...' })).toBeTruthy()
      openLogin()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(screen.getByRole('heading', { name: 'Your WaxTestverse Profile' })).toBeTruthy()
    })

    // Verifies VERSE-9.
    it('shows when a key is unknown', async () => {
      mockIdentityService()
      renderPage(<VersePage />)
      await enter(privateKey)
      expect((await screen.findByRole('alert')).textContent).toContain("Sorry that key doesn't exist, broh!")
    })

    // Verifies VERSE-6.
    it('sends neither an unregistered private key nor a public key', async () => {
      const publicKey = '12'.repeat(32)
      const { requests } = mockIdentityService({ knownKeys: [publicKey] })
      renderPage(<VersePage />)
      await enter(privateKey)
      expect((await screen.findByRole('alert')).textContent).toContain("Sorry that key doesn't exist, broh!")
      expect(JSON.stringify(requests)).not.toContain(privateKey)
      const dialog = within(screen.getByRole('dialog', { name: 'Enter Your Key' }))
      await userEvent.clear(dialog.getByRole('textbox', { name: 'Public Key' }))
      await userEvent.type(dialog.getByRole('textbox', { name: 'Public Key' }), publicKey)
      await userEvent.click(dialog.getByRole('button', { name: 'Enter WaxTestverse' }))
      expect(await screen.findByText(/you may look, and nothing is saved/)).toBeTruthy()
      expect(JSON.stringify(requests)).not.toContain(publicKey)
    })

    // Verifies VERSE-8.
    it('sends no request for an invalid key', async () => {
      const { requests } = mockIdentityService()
      renderPage(<VersePage />)
      await enter('zz')
      expect(screen.getByText('Invalid public key format')).toBeTruthy()
      expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    })

    // Verifies VERSE-10.
    it('does not send the typed key while the network is down', async () => {
      const { requests } = mockIdentityService({ broken: true })
      renderPage(<VersePage />)
      await enter(privateKey)
      expect((await screen.findByRole('alert')).textContent).toContain('Failed to verify key')
      expect(JSON.stringify(requests)).not.toContain(privateKey)
    })

    // Verifies VERSE-7.
    it('disables submit while empty', async () => {
      mockIdentityService()
      renderPage(<VersePage />)
      await click('Enter Existing Key')
      expect(screen.getByRole('button', { name: 'Enter WaxTestverse' })).toHaveProperty('disabled', true)
    })
  })
})
