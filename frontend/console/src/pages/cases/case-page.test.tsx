import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Link, Route } from 'wouter'
import { type Work, WorkState } from '../../gen/media/v1/works_operator_pb'
import {
  AppealSchema,
  type Case,
  CaseSchema,
  type DecideRequest,
  DecisionSchema,
  SignalKind,
  SignalSchema,
  SubjectStatus,
} from '../../gen/moderation/v1/case_operator_pb'
import { Action, Outcome, SubjectKind } from '../../gen/moderation/v1/case_pb'
import { newCase, renderPage } from '../../testing'
import { newWork } from '../works/testing'
import CasePage from './case-page'

/** Renders the page of a picture that has no case, and collects the decisions. */
function renderPicture(works: Work[]) {
  const decisions: DecideRequest[] = []
  const { history } = renderPage(
    <Route path="/cases/:kind/:id" component={CasePage} />,
    {
      getCase: () => {
        throw new ConnectError('There is no case about that.', Code.NotFound)
      },
      decide: (request) => {
        decisions.push(request)
        return { version: 1 }
      },
    },
    { path: '/cases/picture/1', works: { listWorks: ({ id }) => ({ works: works.filter((work) => work.id === id) }) } },
  )
  return { decisions, history }
}

// Verifies MOD-92.
test('a work without a case is shown, and a decision opens its case with the maker', async () => {
  const { decisions, history } = renderPicture([newWork('1', WorkState.PUBLIC)])
  await screen.findByRole('article', { name: 'Picture 1' })
  screen.getByText(/Nobody reported this work/)
  screen.getByText('gm 1')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.keyboard('h')
  await waitFor(() => expect(decisions).toHaveLength(1))
  expect(decisions[0]).toMatchObject({
    action: Action.HIDE,
    knownVersion: 0,
    appealSeen: false,
    details: { text: 'gm 1', makerDevice: 'd', subject: { id: '1' } },
  })
  await userEvent.keyboard('s')
  expect(history.at(-1)).toBe('/sanctions?device=d')
})

// Verifies MOD-104.
test.each([WorkState.HELD, WorkState.HIDDEN_AUTOMATICALLY])(
  'a hidden work without a case is restored, and cannot be left hidden (%s)',
  async (state) => {
    const { decisions } = renderPicture([newWork('1', state)])
    await screen.findByRole('button', { name: /Restore/ })
    expect(screen.queryByRole('button', { name: /Leave/ })).toBeNull()
    await userEvent.keyboard('lo')
    await waitFor(() => expect(decisions).toHaveLength(1))
    expect(decisions[0]).toMatchObject({ action: Action.LEAVE, details: { subject: { id: '1' } } })
  },
)

/** Renders the page of a case, and collects the decisions. */
function renderCase(of: Case, kind: string) {
  const decisions: DecideRequest[] = []
  renderPage(
    <Route path="/cases/:kind/:id" component={CasePage} />,
    {
      getCase: () => of,
      decide: (request) => {
        decisions.push(request)
        return { version: 1 }
      },
    },
    { path: `/cases/${kind}/${of.id}` },
  )
  return decisions
}

// Verifies MOD-105.
test('a takedown request is closed, and cannot be hidden, removed or restored', async () => {
  const of = create(CaseSchema, { id: '1', details: { subject: { kind: SubjectKind.PLACE, id: '1' } } })
  const decisions = renderCase(of, 'place')
  await screen.findByRole('button', { name: /Close the request/ })
  expect(screen.queryByRole('button', { name: /Hide|Remove|Restore/ })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  await userEvent.keyboard('hrol')
  await waitFor(() => expect(decisions).toHaveLength(1))
  expect(decisions[0]?.action).toBe(Action.LEAVE)
})

test('a decision without an operator is automatic', async () => {
  const of = newCase('1')
  of.decisions = [create(DecisionSchema, { id: 'd', action: Action.HIDE })]
  renderCase(of, 'picture')
  expect((await screen.findByRole('region', { name: 'Decisions' })).textContent).toMatch(/hidden.*automatic/)
})

test('a decision on what was gone does not say who deleted it', async () => {
  const of = newCase('1')
  of.decisions = [create(DecisionSchema, { action: Action.RESTORE, outcome: Outcome.WITHDRAWN })]
  renderCase(of, 'picture')
  await screen.findByText(/gone before: withdrawn by its maker, or removed for good/)
})

// Verifies MOD-103.
test('an appeal that came while the case was shown is answered once the operator has read it', async () => {
  const seen: (boolean | undefined)[] = []
  renderPage(
    <Route path="/cases/:kind/:id" component={CasePage} />,
    {
      getCase: () => {
        const appeal = seen.length > 0 && { appeal: create(AppealSchema, { text: 'fair use' }) }
        return create(CaseSchema, { ...newCase('1'), ...appeal })
      },
      decide: ({ appealSeen }) => {
        seen.push(appealSeen)
        if (!appealSeen) throw new ConnectError('Its maker appealed.', Code.FailedPrecondition)
        return { version: 1 }
      },
    },
    { path: '/cases/picture/1' },
  )
  await screen.findByRole('article')
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('button', { name: 'I have read it' }))
  await userEvent.keyboard('h')
  await waitFor(() => expect(seen).toEqual([false, true]))
})

test('what is neither a case nor a work is not found', async () => {
  renderPicture([])
  expect((await screen.findByRole('alert')).textContent).toContain('There is no case about that.')
})

test('the words to the maker stay while the case is read again', async () => {
  const { queries } = renderPage(
    <Route path="/cases/:kind/:id" component={CasePage} />,
    { getCase: () => newCase('1') },
    { path: '/cases/picture/1' },
  )
  await userEvent.click(await screen.findByText('Words to the maker, and a note'))
  await userEvent.type(screen.getByLabelText('The maker reads'), 'unkind')
  await queries.invalidateQueries()
  expect(screen.getByLabelText('The maker reads')).toHaveProperty('value', 'unkind')
})

test('another case has words of its own, and its graphic picture is blurred, on the way back too', async () => {
  renderPage(
    <>
      <Link href="/cases/picture/graphic">First</Link>
      <Link href="/cases/picture/2">Second</Link>
      <Route path="/cases/:kind/:id" component={CasePage} />
    </>,
    {
      getCase: ({ subject }) => {
        const of = newCase(subject?.id ?? '')
        if (of.id === 'graphic') of.signals = [create(SignalSchema, { kind: SignalKind.VERDICT })]
        return of
      },
    },
    { path: '/cases/picture/graphic' },
  )
  await screen.findByRole('button', { name: 'Show the graphic picture' })
  await userEvent.click(screen.getByRole('link', { name: 'Second' }))
  await screen.findByRole('article', { name: 'Picture 2' })
  await userEvent.click(screen.getByText('Words to the maker, and a note'))
  await userEvent.type(screen.getByLabelText('The maker reads'), 'unkind')
  await userEvent.click(screen.getByRole('link', { name: 'First' }))
  await screen.findByRole('article', { name: 'Picture graphic' })
  expect(screen.getByLabelText('The maker reads')).toHaveProperty('value', '')
  screen.getByRole('button', { name: 'Show the graphic picture' })
})

test('a key that is pressed twice makes one decision, which can be undone', async () => {
  const actions: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  renderPage(
    <Route path="/cases/:kind/:id" component={CasePage} />,
    {
      getCase: () => newCase('1'),
      decide: async ({ action }) => {
        actions.push(Action[action])
        if (actions.length > 1 && action === Action.HIDE)
          throw new ConnectError('Another operator was first.', Code.FailedPrecondition)
        await answered
        return { version: 1 }
      },
    },
    { path: '/cases/picture/1' },
  )
  await screen.findByRole('article')
  await userEvent.keyboard('hh')
  answer()
  await screen.findByText('1 decided since you opened this page')
  await userEvent.keyboard('u')
  await screen.findByText('0 decided since you opened this page')
  expect(actions).toEqual(['HIDE', 'RESTORE'])
})

test.each([false, true])(
  'a double click with the answer in between makes one decision (case read again: %s), and a minute later one more is made',
  async (isReadAgain) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const actions: string[] = []
    renderPage(
      <Route path="/cases/:kind/:id" component={CasePage} />,
      {
        getCase: () => {
          if (actions.length === 0 || !isReadAgain) return newCase('1')
          const decisions = [create(DecisionSchema, { id: 'd', version: actions.length })]
          return create(CaseSchema, { ...newCase('1'), status: SubjectStatus.HIDDEN, decisions })
        },
        decide: ({ action }) => ({ version: actions.push(Action[action]) }),
      },
      { path: '/cases/picture/1' },
    )
    const hide = async () => userEvent.click(await screen.findByRole('button', { name: /Hide/ }))
    await hide()
    await screen.findByText('1 decided since you opened this page')
    await screen.findByRole('heading', { name: isReadAgain ? 'Decisions' : 'No decision yet' })
    await hide()
    await userEvent.keyboard('u')
    await screen.findByText('0 decided since you opened this page')
    expect(actions).toEqual(['HIDE', 'RESTORE'])
    await hide()
    await waitFor(() => expect(actions).toEqual(['HIDE', 'RESTORE', 'HIDE']))
    if (!isReadAgain) return
    await screen.findByText('1 decided since you opened this page')
    vi.setSystemTime(Date.now() + 60_000)
    await hide()
    await waitFor(() => expect(actions).toEqual(['HIDE', 'RESTORE', 'HIDE', 'HIDE']))
  },
)
