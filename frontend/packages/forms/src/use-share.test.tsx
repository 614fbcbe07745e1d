import { onDevice, openPage } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useShare } from './use-share'

const words = { copied: 'Copied!', notCopied: 'Not copied.' }
const address = expect.stringMatching(/^http:\/\/[^/]+\/bictok\/v1$/)

function Sender() {
  const passOn = useShare(words)
  return (
    <button type="button" onClick={() => passOn({ title: 'A video', path: '/bictok/v1' })}>
      Send
    </button>
  )
}

/** Presses the button on a device of this kind, and gives what was said. */
async function send(device: object) {
  const toast = vi.fn()
  openPage(<Sender />, { toast })
  const user = userEvent.setup()
  onDevice(device)
  await user.click(screen.getByRole('button'))
  return toast.mock.calls.flat()
}

it('is passed to the device, which says the rest itself', async () => {
  const share = vi.fn(async () => undefined)
  const writeText = vi.fn()
  expect(await send({ share, clipboard: { writeText } })).toEqual([])
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'A video', url: address })
  expect(writeText).not.toHaveBeenCalled()
})

it('says nothing to whoever thinks better of it', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('no', 'AbortError')))
  expect(await send({ share })).toEqual([])
  expect(share).toHaveBeenCalledOnce()
})

it.each([
  ['copies the whole address where there is nothing to share with', async () => undefined, 'Copied!'],
  ['says when the browser keeps the clipboard shut', () => Promise.reject(new Error('shut')), 'Not copied.'],
])('%s', async (_, copy, said) => {
  const writeText = vi.fn(copy)
  expect(await send({ clipboard: { writeText } })).toEqual([said])
  expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
})

it('copies it where the device will not have it, some time after the press', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('too late', 'NotAllowedError')))
  const writeText = vi.fn(async () => undefined)
  expect(await send({ share, clipboard: { writeText } })).toEqual(['Copied!'])
  expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
})

it('says so where there is no clipboard either', async () => {
  expect(await send({})).toEqual(['Not copied.'])
})
