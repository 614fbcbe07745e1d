import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ActionButton } from './action-button'
import { TextArea, TextField } from './field'

const descriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

it('describes a field by its error and its hint', () => {
  render(<TextField label="Handle" hint="At most fifty letters." error="Somebody burns under that name already." />)
  const field = screen.getByRole('textbox', { name: 'Handle' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field)).toBe('Somebody burns under that name already.At most fifty letters.')
})

it('shows the character counter from 80 percent of the maximum on', () => {
  const { rerender } = render(<TextField label="Handle" maxLength={10} value="seven77" readOnly />)
  expect(descriptionOf(screen.getByRole('textbox'))).toBe('')
  rerender(<TextField label="Handle" maxLength={10} value="eight888" readOnly />)
  expect(descriptionOf(screen.getByRole('textbox'))).toBe('8/10 characters')
})

// Verifies WALL-10.
it('always shows the character counter with alwaysShowCounter', () => {
  render(<TextArea label="Reason" maxLength={400} value="" alwaysShowCounter readOnly />)
  expect(descriptionOf(screen.getByRole('textbox'))).toBe('0/400 characters')
})

it('keeps a disabled action focusable, described by the reason', async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (disabledReason?: string) => (
    <form onSubmit={send}>
      <ActionButton type="submit" disabledReason={disabledReason}>
        Send
      </ActionButton>
    </form>
  )
  const { rerender } = render(form('Write something first.'))
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Send' })
  expect(document.activeElement).toBe(button)
  expect(descriptionOf(button)).toBe('Write something first.')
  await userEvent.click(button)
  expect(send).not.toHaveBeenCalled()
  rerender(form())
  await userEvent.click(button)
  expect(send).toHaveBeenCalledOnce()
})
