import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Modal } from './modal'

it('gives the focus back when it is removed while it is open', () => {
  const at = (isOpen: boolean) => (
    <>
      <button type="button">Opener</button>
      {isOpen && <Modal open onClose={() => undefined} />}
    </>
  )
  const { rerender } = render(at(false))
  screen.getByText('Opener').focus()
  rerender(at(true))
  const dialog = screen.getByRole('dialog') as HTMLDialogElement
  rerender(at(false))
  expect(dialog.open).toBe(false) // an open one that is removed does not
})

it('is shown again when the browser closes it and the page does not', () => {
  const onClose = vi.fn()
  render(<Modal open onClose={onClose} />)
  const dialog = screen.getByRole('dialog') as HTMLDialogElement
  act(() => dialog.close())
  expect(onClose).toHaveBeenCalledOnce()
  expect(dialog.open).toBe(true)
})
