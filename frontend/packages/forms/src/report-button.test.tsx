import { ApiError } from '@mcwick/api-client'
import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ReportButton } from './report-button'
import { texts } from './texts'

const { report } = texts
const reasons = [
  { value: 'SPAM', label: 'Spam' },
  { value: 'OTHER', label: 'Something else' },
]
const send = () => screen.getByRole('button', { name: report.send })

function open(answer: () => Promise<unknown> = async () => undefined, id: string = crypto.randomUUID()) {
  const toast = vi.fn()
  const sent: unknown[] = []
  const sendReport = (what: unknown) => {
    sent.push(what)
    return answer()
  }
  renderPage(<ReportButton id={id} subject="@wick" reasons={reasons} send={sendReport} />, { toast })
  return { sent, toast, ask: () => userEvent.click(screen.getByRole('button', { name: 'Report: @wick' })) }
}

describe('ReportButton', () => {
  // Verifies SORT-10.
  it('sends the report, thanks the visitor, and stays disabled', async () => {
    const { sent, toast, ask: openDialog } = open()
    await openDialog()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Spam')
    await userEvent.type(screen.getByRole('textbox', { name: report.note }), ' third time ')
    await userEvent.click(send())
    expect(sent).toEqual([{ reason: 'SPAM', note: 'third time' }])
    expect(toast).toHaveBeenCalledWith(report.thanks)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(isAriaDisabled(screen.getByRole('button', { name: 'Reported: @wick' }))).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Reported: @wick' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays disabled when a list removes it and shows it again', async () => {
    const { ask: openDialog } = open(undefined, 'far')
    await openDialog()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Spam')
    await userEvent.click(send())
    cleanup()
    open(undefined, 'far')
    expect(isAriaDisabled(screen.getByRole('button', { name: 'Reported: @wick' }))).toBe(true)
    cleanup()
    open(undefined, 'another')
    expect(isAriaDisabled(screen.getByRole('button', { name: 'Report: @wick' }))).toBe(false)
  })

  it('requires a reason', async () => {
    const { sent, ask: openDialog } = open()
    await openDialog()
    expect(isAriaDisabled(send())).toBe(true)
    await userEvent.click(send())
    expect(sent).toEqual([])
    expect(screen.getByText(report.missing)).toBeTruthy()
  })

  // Verifies MOD-41.
  it('says why a report is not taken, and keeps its text', async () => {
    const away = new ApiError(503, 'REPORTS_AWAY', 'Reports can’t be taken right now, broh.', '')
    const { ask: openDialog } = open(() => Promise.reject(away))
    await openDialog()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Something else')
    await userEvent.type(screen.getByRole('textbox', { name: report.note }), 'look')
    await userEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain(away.detail)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: report.note }).value).toBe('look')
  })

  it('cannot be canceled while it is sent', async () => {
    let fail: (error: Error) => void = () => undefined
    const { ask: openDialog } = open(() => new Promise((_, reject) => (fail = reject)))
    await openDialog()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Spam')
    await userEvent.click(send())
    await userEvent.click(screen.getByRole('button', { name: report.cancel }))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    fail(new Error('away'))
    expect((await screen.findByRole('alert')).textContent).toContain(report.failed)
  })

  it('keeps the form after a failed send, also when the dialog is closed', async () => {
    const { ask: openDialog, sent } = open(() => Promise.reject(new Error('away')))
    await openDialog()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Something else')
    await userEvent.type(screen.getByRole('textbox', { name: report.note }), 'look')
    await userEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain(report.failed)
    await userEvent.click(screen.getByRole('button', { name: report.cancel }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await openDialog()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: report.note }).value).toBe('look')
    await userEvent.click(send())
    expect(sent.length).toBe(2)
  })
})
