import { onDevice, openPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button'

async function press(writeText: () => Promise<void>) {
  const toast = vi.fn()
  openPage(<CopyButton text="McW1ck" label="Copy it" copied="Copied" notCopied="Not copied, broh." />, { toast })
  onDevice({ clipboard: { writeText } })
  await userEvent.click(screen.getByRole('button', { name: 'Copy it' }))
  return toast
}

it('says that it copied', async () => {
  const toast = await press(async () => undefined)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Copied')
  expect(toast).not.toHaveBeenCalled()
})

it('says when the browser refuses', async () => {
  const toast = await press(() => Promise.reject(new Error('not allowed')))
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Not copied, broh.'))
  expect(screen.getByRole('button', { name: 'Copy it' })).toBeTruthy()
})
