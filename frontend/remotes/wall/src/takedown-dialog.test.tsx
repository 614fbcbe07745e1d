import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import TakedownDialog from './takedown-dialog'
import { mockWallApi, respondUnavailable } from './testing'
import { texts } from './texts'

const { takedown, form } = texts
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const submit = () => screen.getByRole('button', { name: takedown.submit })

function open(answer?: () => Response | Promise<Response>) {
  const { nominations: sent } = mockWallApi({ ...(answer && { nominate: answer }) })
  const [onDone, toast] = [vi.fn(), vi.fn()]
  renderPage(<TakedownDialog onDone={onDone} />, { toast })
  return { sent, onDone, toast }
}

describe('TakedownDialog', () => {
  beforeEach(() => sessionStorage.clear())

  it('sends the current URL as the place by default', async () => {
    const { sent, onDone, toast } = open()
    expect(field(takedown.place).value).toBe(location.href)
    expect(isAriaDisabled(submit())).toBe(true)
    await userEvent.type(field(takedown.reason), ' My face ')
    await userEvent.click(submit())
    expect(sent()[0]?.body).toEqual({ place: location.href, reason: 'My face' })
    expect(sent()[0]?.key).toBeTruthy()
    expect(onDone).toHaveBeenCalledOnce()
    expect(toast).toHaveBeenCalledWith(takedown.thanks)
  })

  it('sends a valid handle, and rejects an invalid one', async () => {
    const { sent } = open()
    await userEvent.type(field(takedown.reason), 'My name')
    await userEvent.type(field(takedown.handle), 'no no')
    await userEvent.click(submit())
    expect(screen.getByText(form.oddHandle)).toBeTruthy()
    expect(sent()).toEqual([])
    await userEvent.clear(field(takedown.handle))
    await userEvent.type(field(takedown.handle), '@wick')
    await userEvent.click(submit())
    expect(sent()[0]?.body).toMatchObject({ xHandle: '@wick' })
  })

  it('keeps the form after a failure, and resends with the same idempotency key', async () => {
    const { sent, onDone } = open(respondUnavailable)
    await userEvent.type(field(takedown.reason), 'My face')
    await userEvent.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain(takedown.failed)
    expect(field(takedown.reason).value).toBe('My face')
    await userEvent.click(submit())
    expect(sent().length).toBe(2)
    expect(sent()[1]?.key).toBe(sent()[0]?.key)
    expect(onDone).not.toHaveBeenCalled()
  })

  it('stays open while it is sent, so that what was entered meanwhile is not lost', async () => {
    const { onDone } = open(() => new Promise(() => undefined))
    await userEvent.type(field(takedown.reason), 'My face')
    await userEvent.click(submit())
    await userEvent.click(screen.getByRole('button', { name: takedown.cancel }))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(onDone).not.toHaveBeenCalled()
  })

  it('keeps what was entered, and where, until it was sent', async () => {
    open()
    const firstPage = location.href
    await userEvent.type(field(takedown.reason), 'My face')
    cleanup()
    history.replaceState(null, '', '/elsewhere')
    const { sent } = open()
    expect(field(takedown.reason).value).toBe('My face')
    await userEvent.click(submit())
    expect(sent()[0]?.body).toEqual({ place: firstPage, reason: 'My face' })
    cleanup()
    open()
    expect(field(takedown.reason).value).toBe('')
    expect(field(takedown.place).value).toBe(location.href)
    history.replaceState(null, '', '/')
  })
})
