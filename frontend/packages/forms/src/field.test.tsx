import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Action } from './action'
import { TextArea, TextField } from './field'

const described = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

it('says what is wrong with a field, and what is good to know', () => {
  render(<TextField label="Handle" hint="At most fifty letters." error="Somebody burns under that name already." />)
  const field = screen.getByRole('textbox', { name: 'Handle' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(described(field)).toBe('Somebody burns under that name already.At most fifty letters.')
})

it('counts what stands in a field from four fifths on', () => {
  const { rerender } = render(<TextField label="Handle" maxLength={10} value="seven77" readOnly />)
  expect(described(screen.getByRole('textbox'))).toBe('')
  rerender(<TextField label="Handle" maxLength={10} value="eight888" readOnly />)
  expect(described(screen.getByRole('textbox'))).toBe('8/10 characters')
})

// Verifies WALL-10.
it('counts from the first letter on where that is asked for', () => {
  render(<TextArea label="Reason" maxLength={400} value="" alwaysCounted readOnly />)
  expect(described(screen.getByRole('textbox'))).toBe('0/400 characters')
})

it('keeps an action that is not possible yet within reach, with the reason', async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (whyNot?: string) => (
    <form onSubmit={send}>
      <Action type="submit" whyNot={whyNot}>
        Send
      </Action>
    </form>
  )
  const { rerender } = render(form('Write something first.'))
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Send' })
  expect(document.activeElement).toBe(button)
  expect(described(button)).toBe('Write something first.')
  await userEvent.click(button)
  expect(send).not.toHaveBeenCalled()
  rerender(form())
  await userEvent.click(button)
  expect(send).toHaveBeenCalledOnce()
})
