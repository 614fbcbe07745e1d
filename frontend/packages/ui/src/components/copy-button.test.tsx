import { renderPage, stubNavigator } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button'

async function press(writeText: () => Promise<void>) {
  renderPage(<CopyButton text="McW1ck" label="Copy it" copied="Copied" notCopied="Not copied, broh." />)
  stubNavigator({ clipboard: { writeText } })
  await userEvent.click(screen.getByRole('button', { name: 'Copy it' }))
}

it('confirms the copy', async () => {
  await press(async () => undefined)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Copied')
})

it('says beside the button, where a dialog does not hide it, that the clipboard is refused', async () => {
  await press(() => Promise.reject(new Error('not allowed')))
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not copied, broh.'))
  expect(screen.getByRole('status').className).not.toContain('sr-only')
  expect(screen.getByRole('button', { name: 'Copy it' })).toBeTruthy()
})
