import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
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

it.each([
  ['its window is chosen', () => window.dispatchEvent(new Event('focus'))],
  [
    'it is seen again',
    () => {
      const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      hidden.mockReturnValue(false)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
  ],
])(
  'goes on as the operator who signed in in another tab when %s, without what the one before read and wrote',
  async (_, lookAgain) => {
    let name = 'ada'
    pauseWhenIdle()
    const { queries } = renderPage(
      <App />,
      { listCases: () => ({ cases: [newCase('1')] }) },
      { operators: { getOperator: () => ({ name }) } },
    )
    await userEvent.click(await screen.findByText('Words to the maker, and a note'))
    await userEvent.type(screen.getByLabelText('The maker reads'), 'unkind')
    queries.setQueryData(['case', 1], 'read by ada')
    name = 'lin'
    act(lookAgain)
    await screen.findByText('lin')
    expect(await screen.findByLabelText('The maker reads')).toHaveProperty('value', '')
    expect(queries.getQueryData(['case', 1])).toBeUndefined()
  },
)

it('reads who is signed in, and no list, when its window is chosen', async () => {
  const reads: string[] = []
  pauseWhenIdle()
  renderPage(
    <App />,
    {
      listCases: () => {
        reads.push('cases')
        return { cases: [newCase('1')] }
      },
    },
    {
      operators: {
        getOperator: () => {
          reads.push('operator')
          return { name: 'ada' }
        },
      },
    },
  )
  await screen.findByRole('article')
  act(() => window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(reads).toEqual(['operator', 'cases', 'operator']))
})
