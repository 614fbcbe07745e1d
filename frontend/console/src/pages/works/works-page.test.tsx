import { Code, ConnectError } from '@connectrpc/connect'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { App } from '../../app'
import { WorkState } from '../../gen/media/v1/works_operator_pb'
import { Action, Reason } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { renderPage } from '../../testing'
import { newWork, renderWorks } from './testing'
import WorksPage from './works-page'

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

// Verifies MOD-91.
test('chosen works are decided one after the other, after a preview, without those that would not change', async () => {
  const works = [newWork('1'), newWork('2', WorkState.HIDDEN), newWork('3')]
  const { decisions } = renderWorks(<WorksPage />, works, { path: '/works?device=d' })
  await screen.findAllByRole('checkbox')
  await press('All on this page')
  await press('Hide')
  screen.getByText('2 will be hidden, 1 are hidden already.')
  expect(decisions).toEqual([])
  await press('Do it')
  await screen.findByText('2 of 2 decided.')
  expect(decisions.map(({ subject, action, reason }) => [subject?.id, action, reason])).toEqual([
    ['1', Action.HIDE, Reason.OFFENSIVE],
    ['3', Action.HIDE, Reason.OFFENSIVE],
  ])
  expect(decisions[0]?.appealSeen).toBe(false)
  expect(decisions[0]?.details).toMatchObject({ makerDevice: 'd', text: 'gm 1', subject: { id: '1' } })
})

// Verifies MOD-91.
test('a batch is undone to what each work was before', async () => {
  const works = [newWork('1'), newWork('2', WorkState.HIDDEN)]
  const { decisions } = renderWorks(<WorksPage />, works)
  await screen.findAllByRole('checkbox')
  await press('All on this page')
  await press('Remove')
  await press('Do it')
  await press('Undo the last batch')
  await screen.findByText('2 of 2 decided, 2 undone.')
  expect(
    decisions
      .slice(2)
      .map(({ subject, action, knownVersion, appealSeen }) => [subject?.id, action, knownVersion, appealSeen]),
  ).toEqual([
    ['1', Action.RESTORE, 1, false],
    ['2', Action.HIDE, 2, false],
  ])
})

// Verifies MOD-130.
test('what was removed is counted in the preview, and its restoration names the newest decision of its case', async () => {
  const works = [newWork('1', WorkState.REMOVED), newWork('2', WorkState.HIDDEN)]
  const { decisions } = renderWorks(<WorksPage />, works)
  await screen.findAllByRole('checkbox')
  await press('All on this page')
  await press('Restore')
  screen.getByText('2 will be public (removed until now: 1).')
  await press('Do it')
  await screen.findByText('2 of 2 decided.')
  expect(decisions.map(({ action, knownVersion }) => [action, knownVersion])).toEqual([
    [Action.RESTORE, 7],
    [Action.RESTORE, undefined],
  ])
})

test('what waits for a look is listed, and becomes public by being left as it is', async () => {
  const { decisions } = renderWorks(<WorksPage />, [newWork('1', WorkState.HELD)], { path: '/works?held=true' })
  await screen.findAllByRole('checkbox')
  await press('All on this page')
  await press('Restore')
  await press('Do it')
  await screen.findByText('1 of 1 decided.')
  expect(decisions.map(({ action }) => action)).toEqual([Action.LEAVE])
})

test('an undo says that no decision makes a work wait for a look again, and makes none', async () => {
  const { decisions } = renderWorks(<WorksPage />, [newWork('1', WorkState.HELD)])
  await press('All on this page')
  await press('Remove')
  await press('Do it')
  await press('Undo the last batch')
  expect((await screen.findByRole('alert')).textContent).toMatch('No decision makes it what it was.')
  expect(decisions.map(({ action }) => action)).toEqual([Action.REMOVE])
})

test('a decision that fails is listed, and the others are made', async () => {
  renderWorks(<WorksPage />, [newWork('1'), newWork('refused'), newWork('3')])
  await screen.findAllByRole('checkbox')
  await press('All on this page')
  await press('Hide')
  await press('Do it')
  await screen.findByText('2 of 3 decided, 1 failed.')
  expect(screen.getByRole('alert').textContent).toBe('gm refused: That is gone.')
})

test('a decision without an answer is said to be unknown', async () => {
  renderWorks(<WorksPage />, [newWork('lost')])
  await press('All on this page')
  await press('Hide')
  await press('Do it')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'gm lost: It is not known whether this was done. Look at its case. It took too long.',
  )
})

test('a session that has ended stops a batch, and the page shows the sign-in', async () => {
  let isEnded = false
  let calls = 0
  const refuse = () => {
    throw new ConnectError('Sign in.', Code.Unauthenticated)
  }
  renderPage(
    <App />,
    {
      decide: () => {
        calls++
        isEnded = true
        return refuse()
      },
    },
    {
      path: '/works',
      operators: {
        getOperator: () => (isEnded ? refuse() : { name: 'ada', scopes: [Scope.LOOK, Scope.DECIDE] }),
      },
      works: { listWorks: () => ({ works: ['1', '2', '3'].map((id) => newWork(id)) }) },
    },
  )
  await screen.findAllByRole('checkbox')
  await press('All on this page')
  await press('Hide')
  await press('Do it')
  await screen.findByLabelText('Your operator token')
  expect(calls).toBe(1)
})

test.each([false, true])(
  'a batch does not go on as an operator who signed in in another tab (undo: %s)',
  async (isUndo) => {
    let name = 'ada'
    const names: string[] = [] // of who decides
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const held = isUndo ? 4 : 1
    renderPage(
      <App />,
      {
        decide: async () => {
          if (names.push(name) === held) await answered
          return { version: 1 }
        },
      },
      {
        path: '/works',
        operators: { getOperator: () => ({ name, scopes: [Scope.LOOK, Scope.DECIDE] }) },
        works: { listWorks: () => ({ works: ['1', '2', '3'].map((id) => newWork(id)) }) },
      },
    )
    await screen.findAllByRole('checkbox')
    await press('All on this page')
    await press('Hide')
    await press('Do it')
    if (isUndo) {
      await screen.findByText('3 of 3 decided.')
      await press('Undo the last batch')
    }
    await waitFor(() => expect(names).toHaveLength(held))
    name = 'lin'
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'console.signedIn' })))
    await screen.findByText('lin')
    answer()
    await act(() => new Promise((resolve) => setTimeout(resolve, 50))) // nothing is sent, so nothing can be waited for
    expect(names).not.toContain('lin')
  },
)

test('a batch is seen and undone after the filter has changed', async () => {
  const { decisions } = renderWorks(<WorksPage />, [newWork('1')], { path: '/works?device=d' })
  await press('All on this page')
  await press('Hide')
  await press('Do it')
  await screen.findByText('1 of 1 decided.')
  await userEvent.click(screen.getByRole('link', { name: 'What waits for a look' }))
  screen.getByText('1 of 1 decided.')
  await press('Undo the last batch')
  await screen.findByText('1 of 1 decided, 1 undone.')
  expect(decisions.map(({ action }) => action)).toEqual([Action.HIDE, Action.RESTORE])
})

test('all works begin with those that are still public, however many were hidden before', async () => {
  const states = Array.from({ length: 1_100 }, (_, i) => (i < 1_050 ? WorkState.HIDDEN : WorkState.PUBLIC))
  renderWorks(
    <WorksPage />,
    states.map((state, i) => newWork(String(i), state)),
  )
  await press('All')
  await screen.findByText('50 chosen', {}, { timeout: 20_000 })
  await press('Hide')
  screen.getByText(/^50 will be hidden/)
}, 40_000)

// Verifies MOD-91.
test('more works than are decided on at once are decided in parts, and the preview says so', async () => {
  renderWorks(
    <WorksPage />,
    Array.from({ length: 1_002 }, (_, i) => newWork(String(i))),
  )
  await press('All')
  await screen.findByText('1,000 chosen: the newest, and there are more')
  await press('Hide')
  screen.getByText('1000 will be hidden. There are more: once these are decided, “All” chooses the next ones.')
  await press('Do it')
  await screen.findByText('1000 of 1000 decided.', {}, { timeout: 20_000 })
  await press('All')
  await screen.findByText('2 chosen')
}, 40_000)

test('a decision counts until its work was read again a minute later, and not when only older works were', async () => {
  const works = Array.from({ length: 60 }, (_, i) => newWork(String(i)))
  const { refresh } = renderWorks(<WorksPage />, works)
  await userEvent.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
  await press('Hide')
  await press('Do it')
  await screen.findByText('1 of 1 decided.')
  expect(screen.getByText('hidden')).toBeTruthy()
  vi.setSystemTime(Date.now() + 61_000)
  await press('All')
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(60))
  expect(screen.getByText('hidden'), 'its page was not read again').toBeTruthy()
  await act(() => refresh())
  await waitFor(() => expect(screen.queryByText('hidden'), 'another operator restored it').toBeNull())
})
