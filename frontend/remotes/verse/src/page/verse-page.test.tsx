import { webcrypto } from 'node:crypto'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicKeyOf } from '../keys/private-key'
import { identityService } from '../testing'
import VersePage from './verse-page'

const privateKey = 'ab'.repeat(32)
const stored = () => JSON.parse(localStorage.getItem('mcwick.user') ?? 'null')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const textOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

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
  it('has two ways in', () => {
    identityService()
    renderPage(<VersePage />)
    expect(screen.getByRole('heading', { name: 'Your Key to the McWickverse' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Generate New Key' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Enter Existing Key' })).toBeTruthy()
  })

  it('has none over an open line, and says so', () => {
    identityService()
    vi.stubGlobal('isSecureContext', false)
    renderPage(<VersePage />)
    expect(screen.getByRole('alert').textContent).toContain('https')
    expect(screen.queryByRole('button', { name: 'Generate New Key' })).toBeNull()
  })

  describe('a new key', () => {
    const cut = async () => {
      await press('Generate New Key')
      await screen.findByRole('textbox', { name: 'Private Key' })
    }
    const tick = () => userEvent.click(screen.getByRole('checkbox', { name: 'I saved it' }))

    // Verifies VERSE-3, VERSE-5.
    it('is shown with its advice, registered, and kept by nobody', async () => {
      const { asked } = identityService()
      renderPage(<VersePage />)
      await cut()
      for (const line of [/Never share your private key/, /climb the leaderboard/, /exclusive tools/])
        expect(screen.getByText(line)).toBeTruthy()
      const [secret, shown] = [textOf('Private Key'), textOf('Public Key')]
      expect(shown).toBe(await publicKeyOf(secret))
      await press('Copy the private key')
      await press('Understood Broh! Copied.')
      expect(await screen.findByRole('heading', { name: 'Welcome to the McWickverse!' })).toBeTruthy()
      expect(stored()).toEqual({ xHandle: '@wick', publicKey: shown })
      expect(JSON.stringify(asked)).not.toContain(secret)
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret)
    })

    // Verifies VERSE-2.
    it.each<[string, () => Promise<unknown>]>([
      ['copied', () => press('Copy the private key')],
      ['copied by hand', async () => fireEvent.copy(screen.getByRole('textbox', { name: 'Private Key' }))],
      ['ticked as saved', () => tick()],
    ])('is not registered before it is %s', async (_, take) => {
      const { asked } = identityService()
      renderPage(<VersePage />)
      await cut()
      const register = screen.getByRole('button', { name: 'Understood Broh! Copied.' })
      await press('Copy the public key')
      await userEvent.click(register)
      expect(isAriaDisabled(register)).toBe(true)
      expect(screen.getByText('Copy the private key, or tick that you saved it.')).toBeTruthy()
      expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
      await take()
      await userEvent.click(register)
      expect(await screen.findByRole('heading', { name: 'Welcome to the McWickverse!' })).toBeTruthy()
    })

    // Verifies VERSE-2.
    it('is not registered once the tick is taken back', async () => {
      identityService()
      renderPage(<VersePage />)
      await cut()
      await tick()
      await tick()
      expect(isAriaDisabled(screen.getByRole('button', { name: 'Understood Broh! Copied.' }))).toBe(true)
    })

    // Verifies VERSE-4.
    it('closes two seconds after it said welcome', async () => {
      identityService()
      renderPage(<VersePage />)
      await cut()
      await tick()
      await press('Understood Broh! Copied.')
      const dialog = await screen.findByRole('dialog', { name: 'Welcome to the McWickverse!' })
      expect(dialog).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 4000 })
      expect(screen.getByRole('heading', { name: 'Your McWickverse Profile' })).toBeTruthy()
    })

    it('warns whoever leaves without it', async () => {
      identityService()
      renderPage(<VersePage />)
      await cut()
      const secret = textOf('Private Key')
      const dialog = screen.getByRole('dialog')
      act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      expect(screen.getByRole('alert').textContent).toContain('not copied or saved')
      await press('Back to the key')
      expect(textOf('Private Key')).toBe(secret)
      await press('Copy the private key')
      act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('is another one each time', async () => {
      identityService()
      renderPage(<VersePage />)
      await cut()
      const first = textOf('Private Key')
      const dialog = screen.getByRole('dialog')
      act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      await press('Close without it')
      await cut()
      expect(textOf('Private Key')).not.toBe(first)
    })

    it('can be saved as a file and shown to a camera', async () => {
      identityService()
      const saved: Blob[] = []
      vi.stubGlobal(
        'URL',
        Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}`, revokeObjectURL() {} }),
      )
      renderPage(<VersePage />)
      await cut()
      await press('Save as a file')
      expect(await saved[0]?.text()).toContain(textOf('Private Key'))
      expect(screen.getByRole('checkbox', { name: 'I saved it' })).toHaveProperty('checked', true)
      await press('Show as a QR code')
      expect(screen.getByRole('img', { name: 'QR code of the private key' }).querySelectorAll('path')).toHaveLength(2)
    })

    // Verifies GAL-18.
    it('stays in the dialog when it cannot be registered', async () => {
      const service = identityService()
      renderPage(<VersePage />)
      await cut()
      service.broken = true
      const secret = textOf('Private Key')
      await tick()
      await press('Understood Broh! Copied.')
      expect((await screen.findByText(/could not be registered/)).closest('[role=status]')).toBeTruthy()
      await press('Try again')
      await waitFor(() => expect(service.asked.filter(({ path }) => path.endsWith('/challenges'))).toHaveLength(2))
      expect(textOf('Private Key')).toBe(secret)
      expect(stored()).toBeNull()
    })
  })

  describe('an existing key', () => {
    const enter = async (text: string) => {
      await press('Enter Existing Key')
      const dialog = within(screen.getByRole('dialog', { name: 'Enter Your Key' }))
      await userEvent.type(dialog.getByRole('textbox', { name: 'Public Key' }), text)
      await userEvent.click(dialog.getByRole('button', { name: 'Enter McWickverse' }))
    }

    // Verifies VERSE-6.
    it('proves a private key, and sends it to nobody', async () => {
      const { asked } = identityService({ known: [await publicKeyOf(privateKey)] })
      renderPage(<VersePage />)
      await enter(`  ${privateKey.toUpperCase()} `)
      expect(await screen.findByRole('heading', { name: 'Your McWickverse Profile' })).toBeTruthy()
      expect(JSON.stringify(asked).toLowerCase()).not.toContain(privateKey)
      expect(
        JSON.stringify(asked.find(({ path, method }) => path.endsWith('/sessions') && method === 'POST')?.body),
      ).toMatch(/"signature":"[0-9a-f]{128}"/)
    })

    // Verifies VERSE-15.
    it('claims a public key, and says what that is worth', async () => {
      const publicKey = '12'.repeat(32)
      identityService({ known: [publicKey] })
      renderPage(<VersePage />)
      await enter(publicKey)
      expect(await screen.findByText(/you may look, and nothing is saved/)).toBeTruthy()
    })

    // Verifies VERSE-9.
    it('says when there is no such key', async () => {
      identityService()
      renderPage(<VersePage />)
      await enter(privateKey)
      expect((await screen.findByRole('alert')).textContent).toContain("Sorry that key doesn't exist, broh!")
    })

    // Verifies VERSE-6.
    it('sends neither a private key that nobody registered nor a public one', async () => {
      const publicKey = '12'.repeat(32)
      const { asked } = identityService({ known: [publicKey] })
      renderPage(<VersePage />)
      await enter(privateKey)
      expect((await screen.findByRole('alert')).textContent).toContain("Sorry that key doesn't exist, broh!")
      expect(JSON.stringify(asked)).not.toContain(privateKey)
      const dialog = within(screen.getByRole('dialog', { name: 'Enter Your Key' }))
      await userEvent.clear(dialog.getByRole('textbox', { name: 'Public Key' }))
      await userEvent.type(dialog.getByRole('textbox', { name: 'Public Key' }), publicKey)
      await userEvent.click(dialog.getByRole('button', { name: 'Enter McWickverse' }))
      expect(await screen.findByText(/you may look, and nothing is saved/)).toBeTruthy()
      expect(JSON.stringify(asked)).not.toContain(publicKey)
    })

    // Verifies VERSE-8.
    it('asks nobody about what is no key', async () => {
      const { asked } = identityService()
      renderPage(<VersePage />)
      await enter('zz')
      expect(screen.getByText('Invalid public key format')).toBeTruthy()
      expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
    })

    // Verifies VERSE-10.
    it('keeps what was typed to itself while the line is down', async () => {
      const { asked } = identityService({ broken: true })
      renderPage(<VersePage />)
      await enter(privateKey)
      expect((await screen.findByRole('alert')).textContent).toContain('Failed to verify key')
      expect(JSON.stringify(asked)).not.toContain(privateKey)
    })

    // Verifies VERSE-7.
    it('cannot be submitted while it is empty', async () => {
      identityService()
      renderPage(<VersePage />)
      await press('Enter Existing Key')
      expect(screen.getByRole('button', { name: 'Enter McWickverse' })).toHaveProperty('disabled', true)
    })
  })

  describe('the profile', () => {
    const user = { xHandle: '@wick', publicKey: privateKey }

    // Verifies VERSE-12.
    it('stays shown while the server is away', async () => {
      const { asked } = identityService({ broken: true })
      localStorage.setItem('mcwick.user', JSON.stringify(user))
      renderPage(<VersePage />)
      await waitFor(() => expect(asked.length).toBeGreaterThan(0))
      expect(screen.getByText('@wick')).toBeTruthy()
      expect(stored()).toEqual(user)
    })

    it('ends when the server does not know the key', async () => {
      identityService()
      localStorage.setItem('mcwick.user', JSON.stringify(user))
      renderPage(<VersePage />)
      expect(await screen.findByRole('button', { name: 'Generate New Key' })).toBeTruthy()
      expect(stored()).toBeNull()
    })

    it('tells a claim that nothing is saved', async () => {
      const { asked } = identityService({ known: [user.publicKey] })
      localStorage.setItem('mcwick.user', JSON.stringify(user))
      const said: string[] = []
      renderPage(<VersePage />, { toast: (message) => said.push(message) })
      await screen.findByText(/nothing is saved/)
      await press('Edit')
      await press('Save')
      await waitFor(() => expect(said).toEqual(['Not saved, broh: that needs your private key.']))
      expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([])
    })

    // Verifies VERSE-11.
    it('saves the handle of a proven key, and closes by Cancel without', async () => {
      const service = identityService({ known: [await publicKeyOf(privateKey)] })
      renderPage(<VersePage />)
      await press('Enter Existing Key')
      await userEvent.type(screen.getByRole('textbox', { name: 'Public Key' }), privateKey)
      await press('Enter McWickverse')
      await screen.findByRole('heading', { name: 'Your McWickverse Profile' })
      await press('Edit')
      await press('Cancel')
      expect(screen.getByText('@wick')).toBeTruthy()
      await screen.findByRole('button', { name: 'Sign out everywhere' })
      await press('Edit')
      await userEvent.clear(screen.getByRole('textbox', { name: 'X Handle' }))
      await userEvent.type(screen.getByRole('textbox', { name: 'X Handle' }), 'moonwick')
      await press('Save')
      expect(await screen.findByText('@moonwick')).toBeTruthy()
      expect(service.asked.at(-1)).toMatchObject({ method: 'PATCH', body: { xHandle: 'moonwick' } })
    })

    it('replaces a key once the new one is taken along, and sends neither', async () => {
      const { asked } = identityService({ known: [await publicKeyOf(privateKey)] })
      const said: string[] = []
      renderPage(<VersePage />, { toast: (message) => said.push(message) })
      await press('Enter Existing Key')
      await userEvent.type(screen.getByRole('textbox', { name: 'Public Key' }), privateKey)
      await press('Enter McWickverse')
      await userEvent.click(await screen.findByRole('button', { name: 'Replace this key' }))
      await screen.findByRole('textbox', { name: 'Your new private key' })
      const next = textOf('Your new private key')
      await userEvent.type(screen.getByRole('textbox', { name: 'Your private key' }), 'cd'.repeat(32))
      await press('Replace')
      expect(screen.getByText('Copy the private key, or tick that you saved it.')).toBeTruthy()
      await press('Copy the new private key')
      await press('Replace')
      expect(await screen.findByText('That is not the private key of this profile.')).toBeTruthy()
      expect(asked.some(({ path }) => path.endsWith('/rotate'))).toBe(false)
      await userEvent.clear(screen.getByRole('textbox', { name: 'Your private key' }))
      await userEvent.type(screen.getByRole('textbox', { name: 'Your private key' }), privateKey)
      await press('Replace')
      await waitFor(() => expect(said).toEqual(['Your key is replaced. The old one is wax.']))
      const sent = JSON.stringify(asked)
      expect(sent).not.toContain(privateKey)
      expect(sent).not.toContain(next)
      expect(asked.find(({ path }) => path.endsWith('/rotate'))?.body).toMatchObject({
        publicKey: await publicKeyOf(privateKey),
        newPublicKey: await publicKeyOf(next),
      })
    })
  })
})
