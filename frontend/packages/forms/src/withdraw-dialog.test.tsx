import { isAriaDisabled, renderPage } from '@mcwick/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { WithdrawDialog } from './withdraw-dialog'
import { isWithdrawn } from './withdrawn'

const button = (name: string) => screen.getByRole('button', { name })
const pressEscape = () => fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))

interface PageProps {
  send: () => Promise<unknown>
  onWithdrawn: () => void
}

function Page(props: PageProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isLeft, setIsLeft] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsLeft(true)}>
        Leave
      </button>
      {!isLeft && <WithdrawDialog {...props} id="p1" open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Starts a deletion that the test lets end. */
async function startDeletion() {
  let succeed = () => {}
  let fail = () => {}
  const deletion = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = () => reject(new Error('away'))
  })
  const props = { send: vi.fn(() => deletion), onWithdrawn: vi.fn() }
  const toast = vi.fn()
  renderPage(<Page {...props} />, { toast })
  await userEvent.click(button('Take down'))
  return { ...props, toast, succeed: () => act(async () => succeed()), fail: () => act(async () => fail()) }
}

it('stays open until the picture is down', async () => {
  const { send, onWithdrawn, toast, succeed } = await startDeletion()
  expect(isAriaDisabled(button('Let it hang'))).toBe(true)
  await userEvent.click(button('Let it hang'))
  pressEscape()
  await userEvent.click(button('Take down'))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(send).toHaveBeenCalledOnce()
  expect(isWithdrawn('p1')).toBe(false)
  await succeed()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(isWithdrawn('p1')).toBe(true)
  expect(toast).toHaveBeenCalledWith('Taken down.')
  expect(onWithdrawn).toHaveBeenCalledOnce()
})

it('closes again after a failure', async () => {
  const { fail } = await startDeletion()
  await fail()
  expect(await screen.findByText('That did not get through, broh. Try again.')).toBeTruthy()
  await userEvent.click(button('Let it hang'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('moves a visitor who has left nowhere', async () => {
  const { onWithdrawn, toast, succeed } = await startDeletion()
  fireEvent.click(button('Leave'))
  await succeed()
  expect(toast).toHaveBeenCalledWith('Taken down.')
  expect(isWithdrawn('p1')).toBe(true)
  expect(onWithdrawn).not.toHaveBeenCalled()
})
