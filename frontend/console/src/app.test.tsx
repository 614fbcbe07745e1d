import { focusManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { pauseWhenIdle } from './api/pause-when-idle'
import { App } from './app'
import QueuePage from './pages/cases/queue-page'
import { newCase, renderPage } from './testing'

afterEach(() => {
  focusManager.setEventListener(() => undefined)
  focusManager.setFocused(undefined)
})

// Verifies MOD-69.
it('stops reading lists when nothing was pressed for 15 minutes, until something is', async () => {
  vi.useFakeTimers()
  pauseWhenIdle()
  let reads = 0
  renderPage(<QueuePage />, { listCases: () => ({ cases: [newCase(String(++reads))] }) })
  const wait = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  await wait(14)
  act(() => window.dispatchEvent(new Event('pointermove')))
  await wait(14)
  const before = reads
  expect(before).toBeGreaterThan(100)
  await wait(2)
  const idle = reads
  await wait(60)
  expect(reads).toBe(idle)
  act(() => window.dispatchEvent(new Event('keydown')))
  await wait(1)
  expect(reads).toBeGreaterThan(idle)
})

it('goes on as the operator who signed in in another tab, without what the one before read and wrote', async () => {
  let name = 'ada'
  const { queries } = renderPage(
    <App />,
    { listCases: () => ({ cases: [newCase('1')] }) },
    { operators: { getOperator: () => ({ name }) } },
  )
  await userEvent.click(await screen.findByText('Words to the maker, and a note'))
  await userEvent.type(screen.getByLabelText('The maker reads'), 'unkind')
  queries.setQueryData(['case', 1], 'read by ada')
  name = 'lin'
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await screen.findByText('lin')
  expect(await screen.findByLabelText('The maker reads')).toHaveProperty('value', '')
  expect(queries.getQueryData(['case', 1])).toBeUndefined()
})
