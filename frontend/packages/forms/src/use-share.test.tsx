import { renderPage, stubNavigator } from '@mcwick/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useShare } from './use-share'

const shareTexts = { copied: 'Copied!', notCopied: 'Not copied.' }
const address = expect.stringMatching(/^http:\/\/[^/]+\/bictok\/v1$/)

function Sender({ text }: { text?: string }) {
  const share = useShare(shareTexts)
  return (
    <button type="button" onClick={() => share({ title: 'A video', path: '/bictok/v1', ...(text && { text }) })}>
      Send
    </button>
  )
}

/** Clicks the button with this navigator, and returns the toasts. */
async function send(device: object, text?: string) {
  const toast = vi.fn()
  renderPage(<Sender {...(text && { text })} />, { toast })
  const user = userEvent.setup()
  stubNavigator(device)
  await user.click(screen.getByRole('button'))
  return toast.mock.calls.flat()
}

it('shares by the Web Share API, without a message', async () => {
  const share = vi.fn(async () => undefined)
  const writeText = vi.fn()
  expect(await send({ share, clipboard: { writeText } })).toEqual([])
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'A video', url: address })
  expect(writeText).not.toHaveBeenCalled()
})

it('shows nothing when the visitor cancels sharing', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('no', 'AbortError')))
  expect(await send({ share })).toEqual([])
  expect(share).toHaveBeenCalledOnce()
})

it.each<[string, () => Promise<void>, ...string[]]>([
  ['copies the absolute URL without the Web Share API', async () => undefined, 'Copied!'],
  ['shows a message when the clipboard is refused', () => Promise.reject(new Error('shut')), 'Not copied.', 'failure'],
])('%s', async (_, copy, ...said) => {
  const writeText = vi.fn(copy)
  expect(await send({ clipboard: { writeText } })).toEqual(said)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
})

it('copies the URL when sharing is not allowed any more', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('too late', 'NotAllowedError')))
  const writeText = vi.fn(async () => undefined)
  expect(await send({ share, clipboard: { writeText } })).toEqual(['Copied!'])
  expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
})

it('shares and copies a text with the URL', async () => {
  const share = vi.fn(async () => undefined)
  await send({ share }, 'Look, broh.')
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'A video', text: 'Look, broh.', url: address })
  cleanup()
  const writeText = vi.fn(async () => undefined)
  expect(await send({ clipboard: { writeText } }, 'Look, broh.')).toEqual(['Copied!'])
  expect(writeText).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Look, broh\. http:\/\/[^/]+\/bictok\/v1$/))
})

it('shows a message without Web Share API and clipboard', async () => {
  expect(await send({})).toEqual(['Not copied.', 'failure'])
})
