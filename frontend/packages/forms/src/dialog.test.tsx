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
  it('closes by Escape', () => {
    const { onClose, dialog } = open()
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('closes by a press beside it', () => {
    const { onClose, dialog } = open()
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays open for a press within, on its title and its edge', () => {
    const { onClose, dialog } = open()
    for (const place of [screen.getByRole('heading'), dialog.firstElementChild as Element]) {
      fireEvent.pointerDown(place)
      fireEvent.click(place)
    }
    expect(onClose).not.toHaveBeenCalled()
  })

  it('stays open when a selection in a field ends beside it', () => {
    const { onClose, dialog, field } = open()
    fireEvent.pointerDown(field)
    fireEvent.click(dialog)
    expect(onClose).not.toHaveBeenCalled()
  })
})
