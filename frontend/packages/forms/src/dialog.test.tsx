import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog'

function open() {
  const onClose = vi.fn()
  render(
    <Dialog open title="A question" onClose={onClose}>
      <input aria-label="Answer" />
    </Dialog>,
  )
  return { onClose, dialog: screen.getByRole('dialog', { name: 'A question' }), field: screen.getByRole('textbox') }
}

describe('Dialog', () => {
  it('closes on Escape', () => {
    const { onClose, dialog } = open()
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('closes on a click outside', () => {
    const { onClose, dialog } = open()
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays open on a click inside, on its title and its padding', () => {
    const { onClose, dialog } = open()
    for (const element of [screen.getByRole('heading'), dialog.firstElementChild as Element]) {
      fireEvent.pointerDown(element)
      fireEvent.click(element)
    }
    expect(onClose).not.toHaveBeenCalled()
  })

  it('stays open when a text selection ends outside', () => {
    const { onClose, dialog, field } = open()
    fireEvent.pointerDown(field)
    fireEvent.click(dialog)
    expect(onClose).not.toHaveBeenCalled()
  })
})
