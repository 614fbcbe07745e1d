import { webcrypto } from 'node:crypto'
import { storeUser } from '@mcwick/session'
import { problem, renderPage } from '@mcwick/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { derivePublicKey } from '../keys/private-key'
import { mockIdentityService } from '../testing'
import VersePage from './verse-page'

const privateKey = 'ab'.repeat(32)
const stored = () => JSON.parse(localStorage.getItem('mcwick.user') ?? 'null')
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const textOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

describe('ProfilePage', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.stubGlobal('crypto', webcrypto)
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const user = { xHandle: '@wick', publicKey: privateKey }

  // Verifies VERSE-12.
  it('stays shown while the server is unavailable', async () => {
    const { requests } = mockIdentityService({ broken: true })
    localStorage.setItem('mcwick.user', JSON.stringify(user))
    renderPage(<VersePage />)
    await waitFor(() => expect(requests.length).toBeGreaterThan(0))
    expect(screen.getByText('@wick')).toBeTruthy()
    expect(stored()).toEqual(user)
  })

  it('logs out when the key is unknown to the server', async () => {
    mockIdentityService()
    localStorage.setItem('mcwick.user', JSON.stringify(user))
    renderPage(<VersePage />)
    expect(await screen.findByRole('button', { name: 'Generate New Key' })).toBeTruthy()
    expect(stored()).toBeNull()
  })

  it('does not save changes of a claimed key, and shows why', async () => {
    const { requests } = mockIdentityService({ knownKeys: [user.publicKey] })
    localStorage.setItem('mcwick.user', JSON.stringify(user))
    const said: string[] = []
    renderPage(<VersePage />, { toast: (message) => said.push(message) })
    await screen.findByText(/nothing is saved/)
    await click('Edit')
    await userEvent.type(screen.getByRole('textbox', { name: 'X Handle' }), '_moon')
    await click('Save')
    await waitFor(() => expect(said).toEqual(['Not saved, broh: that needs your private key.']))
    expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([])
    expect(textOf('X Handle')).toBe('@wick_moon')
  })

  it('sends a change while the session is still unknown', async () => {
    const service = mockIdentityService({ broken: true })
    localStorage.setItem('mcwick.user', JSON.stringify(user))
    renderPage(<VersePage />)
    await waitFor(() => expect(service.requests.length).toBeGreaterThan(0))
    service.broken = false
    service.changeProfile = async () =>
      Response.json({ user: { ...user, xHandle: '@moonwick' }, assurance: 'ASSURANCE_PROVEN' })
    await click('Edit')
    await click('Save')
    expect(await screen.findByText('@moonwick')).toBeTruthy()
  })

  // Verifies VERSE-11.
  it('saves the handle of a proven key, and discards changes on Cancel', async () => {
    const service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
    renderPage(<VersePage />)
    await click('Enter Existing Key')
    await userEvent.type(screen.getByRole('textbox', { name: 'Public Key' }), privateKey)
    await click('Enter WaxTestverse')
    await screen.findByRole('heading', { name: 'Your WaxTestverse Profile' })
    await click('Edit')
    await click('Cancel')
    expect(screen.getByText('@wick')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
    await screen.findByRole('button', { name: 'Sign out everywhere' })
    await click('Edit')
    await userEvent.clear(screen.getByRole('textbox', { name: 'X Handle' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'X Handle' }), 'moonwick')
    await click('Save')
    expect(await screen.findByText('@moonwick')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
    expect(service.requests.at(-1)).toMatchObject({ method: 'PATCH', body: { xHandle: '@moonwick' } })
  })

  it('cannot cancel a change that is sent', async () => {
    const service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
    renderPage(<VersePage />)
    await logInProven()
    let answer: (response: Response) => void = () => undefined
    service.changeProfile = () => new Promise((resolve) => (answer = resolve))
    await click('Edit')
    await click('Save')
    await userEvent.type(screen.getByRole('textbox', { name: 'X Handle' }), 'x')
    await click('Cancel')
    answer(problem(503))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'X Handle' }).getAttribute('aria-invalid')).toBe('true'),
    )
    await click('Cancel')
    expect(screen.queryByRole('textbox', { name: 'X Handle' })).toBeNull()
  })

  it('focuses the heading of the login page after signing out everywhere', async () => {
    mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
    renderPage(<VersePage />)
    await logInProven()
    await click('Sign out everywhere')
    const heading = await screen.findByRole('heading', { name: 'Your Key to the WaxTestverse' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  /** Logs in with the private key, and waits until the session is proven. */
  const logInProven = async () => {
    await click('Enter Existing Key')
    await userEvent.type(screen.getByRole('textbox', { name: 'Public Key' }), privateKey)
    await click('Enter WaxTestverse')
    await screen.findByRole('button', { name: 'Sign out everywhere' })
  }

  describe('signing out everywhere', () => {
    const requestsOf = ({ requests }: ReturnType<typeof mockIdentityService>) =>
      requests.filter(({ method, path }) => method === 'DELETE' && path === '/api/v1/sessions')
    const open = async () => {
      const service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
      const said: string[] = []
      renderPage(<VersePage />, { toast: (message) => said.push(message) })
      await logInProven()
      return { service, said }
    }

    it('is sent once for two clicks', async () => {
      const { service, said } = await open()
      let respond = (_: Response) => {}
      service.endSessions = () =>
        new Promise((resolve) => {
          respond = resolve
        })
      await userEvent.dblClick(screen.getByRole('button', { name: 'Sign out everywhere' }))
      respond(Response.json({}))
      await screen.findByRole('heading', { name: 'Your Key to the WaxTestverse' })
      expect(requestsOf(service)).toHaveLength(1)
      expect(said).toHaveLength(1)
    })

    it('succeeds on a repeat after its response was lost', async () => {
      const { service, said } = await open()
      service.endSessions = () => {
        service.endSessions = () => problem(403, 'PROOF_REQUIRED')
        throw new TypeError('offline')
      }
      await click('Sign out everywhere')
      await waitFor(() => expect(said).toHaveLength(1))
      expect(said[0]).toMatch(/^That did not get through/)
      await click('Sign out everywhere')
      await screen.findByRole('heading', { name: 'Your Key to the WaxTestverse' })
      expect(said[1]).toMatch(/^Signed out on every device/)
      expect(stored()).toBeNull()
    })

    it('fails when it is refused without such an attempt', async () => {
      const { service, said } = await open()
      service.endSessions = () => problem(403, 'PROOF_REQUIRED')
      for (const count of [1, 2]) {
        await click('Sign out everywhere')
        await waitFor(() => expect(said).toHaveLength(count))
      }
      expect(said.every((message) => message.startsWith('That did not get through'))).toBe(true)
      expect(stored()).not.toBeNull()
    })
  })

  it('forgets what an earlier login had proven', async () => {
    const publicKey = await derivePublicKey(privateKey)
    mockIdentityService({ knownKeys: [publicKey] })
    renderPage(<VersePage />)
    await click('Enter Existing Key')
    await userEvent.type(screen.getByRole('textbox', { name: 'Public Key' }), publicKey)
    await click('Enter WaxTestverse')
    await screen.findByRole('button', { name: 'Edit' })
    act(() => storeUser(null))
    await logInProven()
  })

  // Verifies VERSE-23.
  it.each(['@@a', 'a b', 'ä', 'ｗｉｃｋ', '@'])('does not send the handle %s', async (handle) => {
    const { requests } = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
    renderPage(<VersePage />)
    await logInProven()
    await click('Edit')
    const field = screen.getByRole('textbox', { name: 'X Handle' })
    await userEvent.clear(field)
    await userEvent.type(field, handle)
    await click('Save')
    expect(screen.getByText('Please enter a valid X username')).toBeTruthy()
    await userEvent.type(field, '_')
    expect(screen.queryByText('Please enter a valid X username')).toBeNull()
    expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  describe('public profile', () => {
    const profileSwitch = (handle = '@wick') =>
      screen.getByRole<HTMLInputElement>('switch', { name: `Show my profile at /${handle}` })
    const open = async () => {
      const service = mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] })
      renderPage(<VersePage />)
      await logInProven()
      return service
    }
    const changes = ({ requests }: { requests: { method: string; body?: unknown }[] }) =>
      requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

    /** Holds changes back; the returned function responds to them, and lets later ones through. */
    const holdChange = (service: ReturnType<typeof mockIdentityService>) => {
      let respond: (response: Response) => void = () => undefined
      const response = new Promise<Response>((resolve) => {
        respond = resolve
      })
      service.changeProfile = () => response
      return (response: Response) => {
        service.changeProfile = undefined
        respond(response)
      }
    }

    // Verifies VERSE-24.
    it('is switched off and on, and linked while it is on', async () => {
      const service = await open()
      expect(profileSwitch().checked).toBe(true)
      expect(screen.getByText(/^Anybody sees your candle there/)).toBeTruthy()
      expect(screen.getByRole('link', { name: 'See it as others do' }).getAttribute('href')).toBe('/@wick')
      await userEvent.click(profileSwitch())
      await waitFor(() => expect(changes(service)).toEqual([{ isPrivate: true }]))
      expect(profileSwitch().checked).toBe(false)
      expect(screen.queryByRole('link', { name: 'See it as others do' })).toBeNull()
      await userEvent.click(profileSwitch())
      await waitFor(() => expect(changes(service)).toHaveLength(2))
      expect(changes(service)[1]).toEqual({ isPrivate: false })
      expect(profileSwitch().checked).toBe(true)
    })

    // Verifies VERSE-24.
    it('changes at once, and is taken back when it is not saved', async () => {
      const service = await open()
      const respond = holdChange(service)
      await userEvent.click(profileSwitch())
      expect(profileSwitch().checked).toBe(false)
      respond(problem(503))
      expect(await screen.findByText('That was not saved, broh. Try again.')).toBeTruthy()
      expect(profileSwitch().checked).toBe(true)
      await userEvent.click(profileSwitch())
      await waitFor(() => expect(screen.queryByText('That was not saved, broh. Try again.')).toBeNull())
      expect(profileSwitch().checked).toBe(false)
    })

    it('does not undo a handle that is being saved', async () => {
      const service = await open()
      const respond = holdChange(service)
      await click('Edit')
      await userEvent.clear(screen.getByRole('textbox', { name: 'X Handle' }))
      await userEvent.type(screen.getByRole('textbox', { name: 'X Handle' }), 'moonwick')
      await click('Save')
      await userEvent.click(profileSwitch())
      const publicKey = await derivePublicKey(privateKey)
      const answer = (isPrivate: boolean) =>
        Response.json({ user: { publicKey, xHandle: '@moonwick', isPrivate }, assurance: 'ASSURANCE_PROVEN' })
      respond(answer(false))
      service.changeProfile = () => answer(true)
      await waitFor(() => expect(changes(service)).toHaveLength(2))
      expect(changes(service)).toEqual([{ xHandle: '@moonwick' }, { isPrivate: true }])
      await waitFor(() => expect(profileSwitch('@moonwick').checked).toBe(false))
    })

    // Verifies VERSE-29.
    it('keeps and shows the handle that another device has set', async () => {
      const service = await open()
      const publicKey = await derivePublicKey(privateKey)
      service.changeProfile = () =>
        Response.json({
          user: { publicKey, xHandle: '@moonwick', isPrivate: true },
          assurance: 'ASSURANCE_PROVEN',
        })
      await userEvent.click(profileSwitch())
      await waitFor(() => expect(profileSwitch('@moonwick').checked).toBe(false))
      expect(changes(service)).toEqual([{ isPrivate: true }])
    })

    it('does not log in again when it is saved after a logout', async () => {
      const service = await open()
      const respond = holdChange(service)
      await userEvent.click(profileSwitch())
      await waitFor(() => expect(changes(service)).toHaveLength(1))
      act(() => storeUser(null))
      respond(Response.json({ user: { publicKey: await derivePublicKey(privateKey), xHandle: '@wick' } }))
      await act(() => new Promise((resolve) => setTimeout(resolve)))
      expect(localStorage.getItem('mcwick.user')).toBeNull()
    })

    it('sends the handle too where the last release refuses a request without it', async () => {
      const service = await open()
      service.changeProfile = () => {
        service.changeProfile = undefined
        return problem(400, 'HANDLE_INVALID')
      }
      await userEvent.click(profileSwitch())
      await waitFor(() => expect(changes(service)).toHaveLength(2))
      expect(changes(service)).toEqual([{ isPrivate: true }, { xHandle: '@wick', isPrivate: true }])
      await waitFor(() => expect(profileSwitch().checked).toBe(false))
      expect(screen.queryByText('That was not saved, broh. Try again.')).toBeNull()
    })

    // Verifies VERSE-24.
    it('is not offered to a claimed session', async () => {
      mockIdentityService({ knownKeys: [user.publicKey] })
      localStorage.setItem('mcwick.user', JSON.stringify(user))
      renderPage(<VersePage />)
      await screen.findByText(/nothing is saved/)
      expect(screen.queryByRole('switch')).toBeNull()
    })
  })
})
