import type { Shell } from '@mcwick/shell-contract'
import { testSite } from '@mcwick/testing'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from './toasts'
import { useShellValue } from './use-shell-value'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows what was done and what failed, each in its own look and after a dialog has closed', () => {
  const toast = renderToasts()
  act(() => {
    toast('Saved.')
    toast('Not saved.', 'failure')
  })
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('status').getAttribute('aria-atomic'), 'each is announced once').toBe('false')
  act(() => vi.advanceTimersByTime(100))
  expect(screen.getByText('Saved.').dataset).not.toHaveProperty('outcome')
  expect(screen.getByText('Not saved.').dataset.outcome).toBe('failure')
  act(() => vi.advanceTimersByTime(5000))
  expect(screen.getByRole('status').textContent).toBe('')
})

function Page({ onShell }: { onShell: (shell: Shell) => void }) {
  const { shell, toasts } = useShellValue(testSite)
  onShell(shell)
  return <Toasts messages={toasts} />
}

function renderToasts(): Shell['toast'] {
  let toast: Shell['toast'] = () => undefined
  render(<Page onShell={(shell) => (toast = shell.toast)} />)
  return toast
}
