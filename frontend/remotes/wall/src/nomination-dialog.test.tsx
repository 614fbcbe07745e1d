import { expectSolvedInCrowd } from '@mcwick/challenge/testing'
import { isAriaDisabled } from '@mcwick/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { open, respondUnavailable } from './testing'
import { texts } from './texts'

const { form } = texts
const hodling = () => screen.queryByRole('group', { name: 'Are you already McHODLING?' })
const handle = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'X handle' })
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
const submit = () => screen.getByRole('button', { name: form.submit })
const described = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

type Options = Parameters<typeof open>

async function openDialog(...options: Options) {
  const page = open(...options)
  await screen.findByRole('article')
  await userEvent.click(screen.getByRole('button', { name: 'Submit Nomination' }))
  return page
}

async function answer(question: string, label: 'Yes' | 'No') {
  await userEvent.click(within(screen.getByRole('group', { name: question })).getByRole('radio', { name: label }))
}

async function fill(name = '@wick', why = 'Never sold a candle.') {
  await userEvent.type(handle(), name)
  await userEvent.type(reason(), why)
}

describe('NominationDialog', () => {
  // Verifies WALL-9, WALL-10.
  it('has fields for handle and reason, with a character counter', async () => {
    await openDialog()
    expect(screen.getByRole('dialog', { name: 'Submit Nomination' })).toBeTruthy()
    expect(handle().placeholder).toBe('@username')
    expect(handle().required && reason().required).toBe(true)
    expect(reason().maxLength).toBe(400)
    expect(described(reason())).toBe('0/400 characters')
    await userEvent.type(reason(), 'warm 🕯️')
    expect(described(reason())).toBe(`${'warm 🕯️'.length}/400 characters`)
  })

  // Verifies WALL-9.
  it('disables submit without a handle or a reason', async () => {
    const { nominations } = await openDialog()
    for (const [name, why] of [
      ['', 'So bright.'],
      ['@wick', '  '],
    ] as const) {
      await userEvent.clear(handle())
      await userEvent.clear(reason())
      if (name) await userEvent.type(handle(), name)
      await userEvent.type(reason(), why)
      expect(isAriaDisabled(submit())).toBe(true)
      await userEvent.type(handle(), '{Enter}')
    }
    expect(screen.getByText(form.missing)).toBeTruthy()
    expect(nominations()).toEqual([])
  })

  it('rejects an invalid handle', async () => {
    const { nominations } = await openDialog()
    await fill('mc wick')
    await userEvent.click(submit())
    expect(described(handle())).toBe('Please enter a valid X username')
    expect(nominations()).toEqual([])
    await userEvent.type(handle(), '{Backspace}')
    expect(described(handle())).toBe('')
  })

  // Verifies WALL-11.
  it('asks about McHODLING only for self-nominations to the wall of flame', async () => {
    const { rerender } = await openDialog()
    expect(hodling()).toBeNull()
    await answer(form.self, 'Yes')
    expect(hodling()).toBeTruthy()
    rerender('wall=shame')
    expect(hodling()).toBeNull()
    rerender('')
    await answer(form.self, 'No')
    expect(hodling()).toBeNull()
  })

  // Verifies WALL-11.
  it('drops the McHODLING answer when it is no self-nomination any more', async () => {
    const { nominations } = await openDialog()
    await fill()
    await answer(form.self, 'Yes')
    await answer(form.hodling, 'Yes')
    await answer(form.self, 'No')
    await answer(form.self, 'Yes')
    for (const radio of within(hodling() as HTMLElement).getAllByRole<HTMLInputElement>('radio'))
      expect(radio.checked).toBe(false)
    await userEvent.click(submit())
    await waitFor(() => expect(nominations()).toHaveLength(1))
    expect(nominations()[0]?.body).toEqual({
      wall: 'WALL_FLAME',
      xHandle: '@wick',
      reason: 'Never sold a candle.',
      isSelfNomination: true,
    })
  })

  // Verifies WALL-12.
  it.each([
    ['', 'Yes', { wall: 'WALL_FLAME', isSelfNomination: true, isHodling: true }],
    ['', 'No', { wall: 'WALL_FLAME', isSelfNomination: true, isHodling: false }],
    ['wall=shame', undefined, { wall: 'WALL_SHAME', isSelfNomination: true }],
  ] as const)('sends the McHODLING answer at "%s": %s', async (search, holds, sent) => {
    const { nominations } = await openDialog({}, search)
    await fill(' @wick ', ' Dripped on the carpet. ')
    await answer(form.self, 'Yes')
    if (holds) await answer(form.hodling, holds)
    await userEvent.click(submit())
    await waitFor(() => expect(nominations()).toHaveLength(1))
    expect(nominations()[0]?.body).toEqual({ xHandle: '@wick', reason: 'Dripped on the carpet.', ...sent })
  })

  // Verifies WALL-13.
  it('closes on success, confirms, refetches the list and is empty again', async () => {
    const { urls } = await openDialog()
    await fill()
    await userEvent.click(submit())
    expect(await screen.findByText(/received, under review/)).toBeTruthy()
    expect(screen.getByText(texts.received).getAttribute('role')).toBe('status')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(urls().filter((url) => url.includes('/entries'))).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Submit Nomination' }))
    expect(screen.queryByText(texts.received)).toBeNull()
    expect([handle().value, reason().value]).toEqual(['', ''])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true)
  })

  // Verifies WALL-15.
  it('keeps the form after a failure, and resends with the same idempotency key', async () => {
    let broken = true
    const { urls, nominations } = await openDialog({
      nominate: () => (broken ? respondUnavailable() : Response.json({}, { status: 201 })),
    })
    await fill()
    await userEvent.click(submit())
    expect(await screen.findByText(form.failed)).toBeTruthy()
    expect([handle().value, reason().value]).toEqual(['@wick', 'Never sold a candle.'])
    expect(urls().filter((url) => url.includes('/entries'))).toHaveLength(1)
    broken = false
    await userEvent.click(submit())
    expect(await screen.findByText(texts.received)).toBeTruthy()
    expect(nominations()[0]?.key).toBeTruthy()
    expect(nominations()[1]).toEqual(nominations()[0])
  })

  // Verifies CHAL-7.
  it('solves a challenge when its address is crowded, and only then, under the same idempotency key', async () => {
    open()
    await screen.findByRole('article')
    await expectSolvedInCrowd('/api/v1/wall/nominations', 'nomination', async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Submit Nomination' }))
      await fill()
      await userEvent.click(submit())
      await screen.findByText(texts.received)
    })
  })

  // Verifies WALL-21.
  it('cannot be canceled while it is sent', async () => {
    let answer: (response: Response) => void = () => undefined
    await openDialog({ nominate: () => new Promise((resolve) => (answer = resolve)) })
    await fill()
    await userEvent.click(submit())
    const cancel = screen.getByRole('button', { name: form.cancel })
    await userEvent.click(cancel)
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(isAriaDisabled(cancel)).toBe(true)
    answer(respondUnavailable())
    expect(await screen.findByText(form.failed)).toBeTruthy()
    await userEvent.click(cancel)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps what was written in it since the page was left', async () => {
    let answer: (response: Response) => void = () => undefined
    const { client } = await openDialog({ nominate: () => new Promise((resolve) => (answer = resolve)) })
    await fill('@first')
    await userEvent.click(submit())
    cleanup()
    await openDialog()
    await userEvent.clear(handle())
    await userEvent.type(handle(), '@second')
    answer(Response.json({}, { status: 201 }))
    await waitFor(() => expect(client.isMutating()).toBe(0))
    cleanup()
    await openDialog()
    expect(handle().value).toBe('@second')
  })

  it('shows why the server rejects a nomination', async () => {
    const headers = { 'content-type': 'application/problem+json' }
    const body = JSON.stringify({ code: 'RATE_LIMITED', detail: 'Enough for today, broh.' })
    await openDialog({ nominate: () => new Response(body, { status: 429, headers }) })
    await fill()
    await userEvent.click(submit())
    expect(await screen.findByText('Enough for today, broh.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('keeps the form when it is closed, and over a reload until it is sent', async () => {
    await openDialog()
    await fill()
    await answer(form.self, 'Yes')
    await userEvent.click(screen.getByRole('button', { name: form.cancel }))
    await userEvent.click(screen.getByRole('button', { name: 'Submit Nomination' }))
    expect(handle().value).toBe('@wick')
    cleanup()
    await openDialog()
    expect([handle().value, reason().value]).toEqual(['@wick', 'Never sold a candle.'])
    expect(hodling()).toBeTruthy()
    await userEvent.click(submit())
    await screen.findByText(texts.received)
    cleanup()
    await openDialog()
    expect([handle().value, reason().value]).toEqual(['', ''])
  })
})
