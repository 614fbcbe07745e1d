import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Action, Reason } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import NewPage from './new-page'
import { newWork, renderWorks } from './testing'

const shown = () => screen.getAllByRole('img').map((one) => one.getAttribute('alt'))

// Verifies MOD-90.
test('new works wait while a work has the focus, and join on request', async () => {
  const works = [newWork('1')]
  const { refresh } = renderWorks(<NewPage />, works)
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  works.unshift(newWork('3'), newWork('2'))
  await act(() => refresh())
  const join = await screen.findByRole('button', { name: /2 new/ })
  expect(shown()).toEqual(['Picture: gm 1'])
  await userEvent.click(join)
  expect(shown()).toEqual(['Picture: gm 3', 'Picture: gm 2', 'Picture: gm 1'])
})

test('new works join at once while no work is looked at', async () => {
  const works = [newWork('1')]
  const { refresh } = renderWorks(<NewPage />, works)
  await screen.findByRole('link', { name: /gm 1/ })
  works.unshift(newWork('2'))
  await act(() => refresh())
  await waitFor(() => expect(shown()).toEqual(['Picture: gm 2', 'Picture: gm 1']))
})

// Verifies MOD-97.
test('older works have an address of their own, and new ones change nothing there', async () => {
  const works = Array.from({ length: 62 }, (_, i) => newWork(`${62 - i}`))
  const { history, refresh } = renderWorks(<NewPage />, works)
  await userEvent.click(await screen.findByRole('link', { name: 'Older' }))
  await waitFor(() => expect(shown()).toEqual(['Picture: gm 2', 'Picture: gm 1']))
  expect(history).toEqual(['/new', '/new?cursor=60'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Older' }))
  expect(screen.queryByRole('link', { name: 'Older' })).toBeNull()
  await act(() => refresh())
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Newest' }))
  await waitFor(() => expect(shown()).toHaveLength(60))
})

// Verifies MOD-97.
test('the address of older works opens them', async () => {
  const works = Array.from({ length: 61 }, (_, i) => newWork(`${61 - i}`))
  renderWorks(<NewPage />, works, { path: '/new?cursor=60' })
  await waitFor(() => expect(shown()).toEqual(['Picture: gm 1']))
})

// Verifies MOD-90.
test('h hides the work in focus, and u shows it again by a decision of its own', async () => {
  const { decisions } = renderWorks(<NewPage />, [newWork('1'), newWork('2')])
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  await userEvent.keyboard('{ArrowRight}h')
  await screen.findByText('hidden')
  await userEvent.keyboard('u')
  await waitFor(() => expect(screen.queryByText('hidden')).toBeNull())
  expect(
    decisions.map(({ subject, action, reason, knownVersion }) => [subject?.id, action, reason, knownVersion]),
  ).toEqual([
    ['2', Action.HIDE, Reason.OFFENSIVE, undefined],
    ['2', Action.RESTORE, Reason.UNSPECIFIED, 1],
  ])
})

// Verifies MOD-90.
test('keys are about the work with the focus, also after a click, and about none without it', async () => {
  const { decisions } = renderWorks(<NewPage />, [newWork('1'), newWork('2')])
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  await userEvent.click(screen.getAllByRole('button', { name: 'Hide' })[1] as HTMLElement)
  await screen.findByText('hidden')
  await userEvent.keyboard('h')
  screen.getByRole('link', { name: /gm 1/ }).focus()
  await userEvent.click(document.body)
  await userEvent.keyboard('hu')
  await screen.findByText('1 of 1 decided, 1 undone.')
  expect(decisions.map(({ subject }) => subject?.id)).toEqual(['2', '2'])
})

// Verifies MOD-129.
test('h that is pressed again before the answer makes one decision, which can be undone', async () => {
  const { decisions } = renderWorks(<NewPage />, [newWork('1')])
  const work = await screen.findByRole('link', { name: /gm 1/ })
  act(() => work.focus())
  for (let press = 0; press < 2; press++) fireEvent.keyDown(work, { key: 'h' })
  await screen.findByText('hidden')
  await userEvent.keyboard('u')
  await screen.findByText('1 of 1 decided, 1 undone.')
  expect(decisions.map(({ action }) => action)).toEqual([Action.HIDE, Action.RESTORE])
})

test('h on what is hidden already leaves the last decision to be undone', async () => {
  const { decisions } = renderWorks(<NewPage />, [newWork('1')])
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  await userEvent.keyboard('h')
  await screen.findByText('hidden')
  await userEvent.keyboard('hu')
  await waitFor(() => expect(decisions.map(({ action }) => action)).toEqual([Action.HIDE, Action.RESTORE]))
})

test('a work that another operator restored is shown as public, and hidden again', async () => {
  const { decisions, refresh } = renderWorks(<NewPage />, [newWork('1')])
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  await userEvent.keyboard('h')
  await screen.findByText('hidden')
  await act(() => refresh())
  expect(screen.getByText('hidden'), 'the list may not know the decision yet').toBeTruthy()
  vi.setSystemTime(Date.now() + 61_000)
  await act(() => refresh())
  await waitFor(() => expect(screen.queryByText('hidden')).toBeNull())
  await userEvent.keyboard('h')
  await waitFor(() => expect(decisions.map(({ action }) => action)).toEqual([Action.HIDE, Action.HIDE]))
  await screen.findByText('hidden')
  vi.useRealTimers()
})

test('a work that could not be hidden stays reported while others are hidden', async () => {
  renderWorks(<NewPage />, [newWork('refused'), newWork('2')])
  ;(await screen.findByRole('link', { name: /gm refused/ })).focus()
  await userEvent.keyboard('h{ArrowRight}h')
  await screen.findByText('1 of 1 decided.')
  expect(screen.getByRole('alert').textContent).toMatch(/“.*gm refused.*” was not hidden. That is gone./)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a work that could not be shown again stays hidden, and the page says so', async () => {
  renderWorks(<NewPage />, [newWork('kept')])
  ;(await screen.findByRole('link', { name: /gm kept/ })).focus()
  await userEvent.keyboard('h')
  await screen.findByText('hidden')
  await userEvent.keyboard('u')
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /“.*gm kept.*” was not shown again. Another operator decided./,
  )
  expect(screen.getByText('hidden')).toBeTruthy()
})

test('s opens all works of the maker', async () => {
  const { history } = renderWorks(<NewPage />, [newWork('1')])
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  await userEvent.keyboard('s')
  expect(history.at(-1)).toBe('/works?device=d')
})

test('without the scope nothing is hidden, and a sentence says why', async () => {
  const { decisions } = renderWorks(<NewPage />, [newWork('1')], { scopes: [Scope.LOOK] })
  ;(await screen.findByRole('link', { name: /gm 1/ })).focus()
  await userEvent.keyboard('h')
  screen.getByText('Your token has no scope “decide”.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Hide' }).disabled).toBe(true)
  expect(decisions).toEqual([])
})

test('small pictures are shown', async () => {
  renderWorks(<NewPage />, [newWork('1')])
  expect((await screen.findByRole('img')).getAttribute('src')).toBe('/pictures/1?size=small')
})
