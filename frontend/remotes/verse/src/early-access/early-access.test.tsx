import { expectSolvedInCrowd } from '@mcwick/challenge/testing'
import { isAriaDisabled, type MockApi, mockApi, problem, renderPage } from '@mcwick/testing'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import EarlyAccess from './early-access'

const field = () => screen.getByRole('textbox', { name: 'X username' })
const submit = () => screen.getByRole('button', { name: 'Enter WaxTestverse' })

const route = 'POST /api/v1/early-access'

describe('EarlyAccess', () => {
  let api: MockApi
  const bodies = () => api.requestsTo(route).map(({ body }) => body)
  const open = (answer?: () => Response | Promise<Response>) => {
    const [onDone, onLater] = [vi.fn(), vi.fn()]
    api = mockApi()
    if (answer) api.on(route, answer)
    renderPage(<EarlyAccess onDone={onDone} onLater={onLater} />)
    return { onDone, onLater }
  }
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  // Verifies VERSE-16, VERSE-19.
  it('requires a valid handle', async () => {
    open()
    expect(screen.getByRole('heading', { name: "Damn You're So Early, Broh! You Found Us Before Launch" })).toBeTruthy()
    expect(submit()).toHaveProperty('disabled', true)
    await userEvent.type(field(), 'no no')
    await userEvent.click(submit())
    expect(screen.getByText('Please enter a valid X username')).toBeTruthy()
    expect(bodies()).toEqual([])
  })

  // Verifies VERSE-18, VERSE-19.
  it('adds the @, shows the welcome for two seconds, and calls onDone', async () => {
    const { onDone } = open()
    await userEvent.type(field(), 'wick')
    await userEvent.click(submit())
    expect(await screen.findByRole('heading', { name: 'Welcome to WaxTestverse!' })).toBeTruthy()
    expect(screen.getByText("You're now part of the early access fam, broh!")).toBeTruthy()
    expect(bodies()).toEqual([{ xHandle: '@wick' }])
    expect(onDone).not.toHaveBeenCalled()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  })

  // Verifies CHAL-7.
  it('solves a challenge when its address is crowded, and only then', async () => {
    mockApi()
    await expectSolvedInCrowd('/api/v1/early-access', 'early-access', async () => {
      renderPage(<EarlyAccess onDone={vi.fn()} onLater={vi.fn()} />)
      await userEvent.type(field(), 'wick')
      await userEvent.click(submit())
      await screen.findByRole('heading', { name: 'Welcome to WaxTestverse!' })
      cleanup()
    })
  })

  it('shows once why it was refused in the end, and can be sent again', async () => {
    open(() => problem(429, 'CHALLENGE_REQUIRED', {}, 'Lots of wicks share your network, broh.'))
    await userEvent.type(field(), 'wick')
    await userEvent.click(submit())
    expect(await screen.findByText('Lots of wicks share your network, broh.')).toBeTruthy()
    expect(submit()).toHaveProperty('disabled', false)
  })

  // Verifies VERSE-17.
  it('explains its purpose, and can be postponed', async () => {
    const { onDone, onLater } = open()
    expect(screen.getByText('We keep your X name for early access at launch, and for nothing else.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Look around first' }))
    expect(onLater).toHaveBeenCalledOnce()
    expect(onDone).not.toHaveBeenCalled()
    expect(bodies()).toEqual([])
  })

  // Verifies VERSE-16.
  it.each(['input', 'textarea', 'select', 'dialog'] as const)('waits for a visitor in a %s', async (name) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const element = document.body.appendChild(document.createElement(name))
    if (element instanceof HTMLDialogElement) element.showModal()
    else element.focus()
    open()
    const form = () => screen.queryByRole('heading', { name: /^Damn You're So Early/ })
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(form()).toBeNull()
    element.remove()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(form()).toBeTruthy()
  })

  // Verifies VERSE-17.
  it('closes on Escape', () => {
    const { onLater } = open()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(onLater).toHaveBeenCalledOnce()
  })

  // Verifies VERSE-17, VERSE-18.
  it('is done also where it was postponed while it was sent', async () => {
    let answer: (response: Response) => void = () => undefined
    const { onDone, onLater } = open(() => new Promise((resolve) => (answer = resolve)))
    await userEvent.type(field(), '@wick')
    await userEvent.click(submit())
    const sending = screen.getByRole('button', { name: 'Submitting...' })
    expect(document.activeElement).toBe(sending)
    expect([sending.hasAttribute('disabled'), isAriaDisabled(sending)], 'it keeps the focus').toEqual([false, true])
    await userEvent.click(sending)
    expect(bodies()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Look around first' }))
    expect(onLater).toHaveBeenCalledOnce()
    cleanup()
    answer(Response.json({}))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  })

  // Verifies VERSE-21.
  it('can be postponed after a failure', async () => {
    const { onDone, onLater } = open(() => new Response('', { status: 500 }))
    await userEvent.type(field(), '@wick')
    await userEvent.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to submit username')
    await userEvent.click(screen.getByRole('button', { name: 'Look around first' }))
    expect(onLater).toHaveBeenCalledOnce()
    expect(onDone).not.toHaveBeenCalled()
  })
})
