import { isOff, openPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Report } from './report'
import { texts } from './texts'

const { report } = texts
const reasons = [
  { value: 'SPAM', label: 'Spam' },
  { value: 'OTHER', label: 'Something else' },
]
const send = () => screen.getByRole('button', { name: report.send })

function open(answer: () => Promise<unknown> = async () => undefined) {
  const toast = vi.fn()
  const sent: unknown[] = []
  const take = (what: unknown) => {
    sent.push(what)
    return answer()
  }
  openPage(<Report of="@wick" reasons={reasons} send={take} />, { toast })
  return { sent, toast, ask: () => userEvent.click(screen.getByRole('button', { name: 'Report: @wick' })) }
}

describe('Report', () => {
  // Verifies SORT-10.
  it('sends what is wrong, says thanks, and is done for this visit', async () => {
    const { sent, toast, ask } = open()
    await ask()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Spam')
    await userEvent.type(screen.getByRole('textbox', { name: report.note }), ' third time ')
    await userEvent.click(send())
    expect(sent).toEqual([{ reason: 'SPAM', note: 'third time' }])
    expect(toast).toHaveBeenCalledWith(report.thanks)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(isOff(screen.getByRole('button', { name: 'Reported: @wick' }))).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Reported: @wick' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('wants a reason', async () => {
    const { sent, ask } = open()
    await ask()
    expect(isOff(send())).toBe(true)
    await userEvent.click(send())
    expect(sent).toEqual([])
    expect(screen.getByText(report.missing)).toBeTruthy()
  })

  it('keeps what was written when it does not get through, also over closing', async () => {
    const { ask, sent } = open(() => Promise.reject(new Error('away')))
    await ask()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: report.reason }), 'Something else')
    await userEvent.type(screen.getByRole('textbox', { name: report.note }), 'look')
    await userEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain(report.failed)
    await userEvent.click(screen.getByRole('button', { name: report.cancel }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await ask()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: report.note }).value).toBe('look')
    await userEvent.click(send())
    expect(sent.length).toBe(2)
  })
})
