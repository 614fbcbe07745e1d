import { renderPage, stubNavigator } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button'

async function press(writeText: () => Promise<void>) {
  const toast = vi.fn()
  renderPage(<CopyButton text="McW1ck" label="Copy it" copied="Copied" notCopied="Not copied, broh." />, { toast })
  stubNavigator({ clipboard: { writeText } })
  await userEvent.click(screen.getByRole('button', { name: 'Copy it' }))
  return toast
}

it('confirms the copy', async () => {
  const toast = await press(async () => undefined)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Copied')
  expect(toast).not.toHaveBeenCalled()
})

it('shows a toast when the clipboard is refused', async () => {
  const toast = await press(() => Promise.reject(new Error('not allowed')))
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Not copied, broh.'))
  expect(screen.getByRole('button', { name: 'Copy it' })).toBeTruthy()
})
