import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  AppealSchema,
  CaseSchema,
  type DecideRequest,
  DecisionSchema,
  type ListCasesRequest,
  SignalKind,
  SignalSchema,
  SubjectStatus,
} from '../../gen/moderation/v1/case_operator_pb'
import { Action, SubjectKind } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { newCase, renderPage } from '../../testing'
import QueuePage from './queue-page'
import TakedownsPage from './takedowns-page'

interface QueueOptions {
  /** The case whose decisions fail. */
  refuse?: string
  code?: Code
  scopes?: Scope[]
}

/** Renders the queue of some cases, and collects the decisions. */
function renderQueue(
  ids: readonly string[],
  { refuse = '', code = Code.FailedPrecondition, scopes }: QueueOptions = {},
) {
  const decided: string[] = []
  renderPage(
    <QueuePage />,
    {
      listCases: () => ({ cases: ids.map(newCase) }),
      decide: ({ subject, action }: DecideRequest) => {
        decided.push(`${subject?.id} ${Action[action]}`)
        if (subject?.id === refuse) throw new ConnectError('Another operator was first.', code)
        return { version: 1 }
      },
    },
    scopes ? { scopes } : {},
  )
  return { decided, user: userEvent.setup({ delay: null }) }
}

/** Returns what answers wait for, and what sends them. */
function holdAnswer() {
  let send = () => {}
  const answer = new Promise<void>((resolve) => {
    send = resolve
  })
  return { answer, send }
}

const current = () => screen.getByRole('article').getAttribute('aria-label')

describe('the queue', () => {
  it('decides a case for each key, however fast they are pressed', async () => {
    const { decided, user } = renderQueue(['a', 'b', 'c', 'd'])
    await screen.findByRole('article')
    await user.keyboard('hlr')
    await waitFor(() => expect(decided).toEqual(['a HIDE', 'b LEAVE', 'c REMOVE']))
    expect(current()).toBe('Picture d')
  })

  // Verifies MOD-128.
  it('decides one case for a double click, whose second click is on the next case', async () => {
    const { decided } = renderQueue(['a', 'b', 'c'])
    await screen.findByRole('article')
    for (const detail of [1, 2]) {
      fireEvent.click(screen.getByRole('button', { name: /Remove/ }), { detail }) // browsers count by place and time
      expect(current()).toBe('Picture b')
    }
    await waitFor(() => expect(decided).toEqual(['a REMOVE']))
  })

  it('goes on past a case that is on two pages', async () => {
    const { user } = renderQueue(['a', 'a', 'b'])
    await screen.findByRole('article')
    await user.keyboard('n')
    await waitFor(() => expect(current()).toBe('Picture b'))
  })

  it('keeps the shown case when a more urgent one comes, and when it leaves the list', async () => {
    let ids = ['a', 'b']
    const decided: string[] = []
    const { queries } = renderPage(<QueuePage />, {
      listCases: () => ({ cases: ids.map(newCase) }),
      decide: ({ subject }: DecideRequest) => ({ version: decided.push(subject?.id ?? '') }),
    })
    await screen.findByRole('article')
    for (ids of [
      ['urgent', 'a', 'b'],
      ['urgent', 'b'],
    ]) {
      await act(() => queries.invalidateQueries())
      await screen.findByRole('button', { name: /text of urgent/ })
      expect(current()).toBe('Picture a')
    }
    expect(screen.getByRole('status').textContent).toContain('No longer in the list')
    await userEvent.keyboard('nh')
    await waitFor(() => expect(decided).toEqual(['urgent']))
    expect(current()).toBe('Picture b')
  })

  it('keeps the case that is read when the one in the address comes later', async () => {
    let ids = ['a', 'b']
    const listCases = () => ({ cases: ids.map(newCase) })
    const { queries } = renderPage(<QueuePage />, { listCases }, { path: `/queue?case=${SubjectKind.PICTURE}/x` })
    await screen.findByRole('article')
    ids = ['x', 'a', 'b']
    await act(() => queries.invalidateQueries())
    await screen.findByRole('button', { name: /text of x/ })
    expect(current()).toBe('Picture a')
  })

  it('takes back the last decision also while it is being sent', async () => {
    const decided: string[] = []
    const { answer, send } = holdAnswer()
    renderPage(<QueuePage />, {
      listCases: () => ({ cases: ['a', 'b', 'c'].map(newCase) }),
      decide: async ({ subject, action }: DecideRequest) => {
        decided.push(`${subject?.id} ${Action[action]}`)
        if (subject?.id === 'b') await answer
        return { version: 1 }
      },
    })
    await screen.findByRole('article')
    await userEvent.keyboard('h')
    await screen.findByText('1 decided since you opened this page')
    await userEvent.keyboard('hu')
    send()
    await waitFor(() => expect(decided).toEqual(['a HIDE', 'b HIDE', 'b RESTORE']))
    await waitFor(() => expect(current()).toBe('Picture b'))
  })

  it('takes nothing back when the decision that is being sent is refused', async () => {
    const decided: string[] = []
    const { answer, send } = holdAnswer()
    renderPage(<QueuePage />, {
      listCases: () => ({ cases: ['a', 'b', 'c'].map(newCase) }),
      decide: async ({ subject, action }: DecideRequest) => {
        decided.push(`${subject?.id} ${Action[action]}`)
        if (subject?.id === 'a') return { version: 1 }
        await answer
        throw new ConnectError('Another operator was first.', Code.FailedPrecondition)
      },
    })
    await screen.findByRole('article')
    await userEvent.keyboard('h')
    await screen.findByText('1 decided since you opened this page')
    await userEvent.keyboard('hu')
    send()
    await screen.findByText(/^Picture not hidden. Another operator was first/)
    expect(decided).toEqual(['a HIDE', 'b HIDE'])
  })

  it('reads a page that fails once, until the list is read again', async () => {
    vi.useFakeTimers()
    const cursors: string[] = []
    renderPage(<QueuePage />, {
      listCases: ({ cursor }: ListCasesRequest) => {
        if (cursor) {
          cursors.push(cursor)
          throw new ConnectError('It broke.', Code.Internal)
        }
        return { cases: [newCase('a')], nextCursor: 'next' }
      },
    })
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(screen.getByText(/It broke/)).toBeTruthy()
    expect(cursors).toEqual(['next'])
  })

  // Verifies MOD-93.
  it('says so when another operator decided before an undo, and changes nothing', async () => {
    const known: (number | undefined)[] = []
    renderPage(<QueuePage />, {
      listCases: () => ({ cases: ['a', 'b'].map(newCase) }),
      decide: ({ knownVersion }: DecideRequest) => {
        known.push(knownVersion)
        if (known.length > 1) throw new ConnectError('Another operator decided meanwhile.', Code.FailedPrecondition)
        return { version: 1 }
      },
    })
    await screen.findByRole('article')
    await userEvent.keyboard('h')
    await screen.findByText('1 decided since you opened this page')
    await userEvent.keyboard('u')
    await screen.findByText(/^Picture not undone\. Another operator decided/)
    expect(known).toEqual([0, 1])
    expect(current()).toBe('Picture b')
  })

  // Verifies MOD-93.
  it('says that a case which was left is answered, and takes the decision before it back', async () => {
    const { decided, user } = renderQueue(['a', 'b'])
    await screen.findByRole('article')
    await user.keyboard('h')
    await screen.findByText('1 decided since you opened this page')
    await user.keyboard('l')
    await screen.findByText('2 decided since you opened this page')
    await user.keyboard('u')
    await screen.findByText(/^Picture not undone\. It is what it was/)
    await user.keyboard('u')
    await waitFor(() => expect(decided).toEqual(['a HIDE', 'b LEAVE', 'a RESTORE']))
  })

  // Verifies MOD-93.
  it('decides again on what was undone, and undoes to what was before', async () => {
    const decided: string[] = []
    renderPage(<QueuePage />, {
      listCases: () => ({
        cases: [create(CaseSchema, { ...newCase('a'), status: SubjectStatus.HIDDEN_AUTOMATICALLY })],
      }),
      decide: ({ action, knownVersion }: DecideRequest) => ({
        version: decided.push(`${Action[action]} after ${knownVersion}`),
      }),
    })
    for (let round = 0; round < 2; round++) {
      await screen.findByRole('article')
      await userEvent.keyboard('r')
      await screen.findByText('1 decided since you opened this page')
      await userEvent.keyboard('u')
    }
    await screen.findByText('0 decided since you opened this page')
    expect(decided).toEqual(['REMOVE after 0', 'HIDE after 1', 'REMOVE after 2', 'HIDE after 3'])
  })

  // Verifies MOD-103.
  it('answers no appeal that came while the case was shown, and does once the case was shown with it', async () => {
    const seen: string[] = []
    let cases = ['a', 'b'].map(newCase)
    const { queries } = renderPage(<QueuePage />, {
      listCases: () => ({ cases }),
      decide: ({ subject, appealSeen }) => {
        seen.push(`${subject?.id} ${appealSeen}`)
        if (!appealSeen) throw new ConnectError('Its maker appealed.', Code.FailedPrecondition)
        return { version: 1 }
      },
    })
    await screen.findByRole('article')
    cases = cases.map((one) => create(CaseSchema, { ...one, appeal: create(AppealSchema, { text: 'fair use' }) }))
    await act(() => queries.invalidateQueries())
    await screen.findByText('fair use')
    screen.getByRole('button', { name: 'I have read it' })
    await userEvent.keyboard('h')
    await screen.findByText(/Its maker appealed/)
    await userEvent.keyboard('p')
    await waitFor(() => expect(current()).toBe('Picture a'))
    expect(screen.queryByRole('button', { name: 'I have read it' })).toBeNull()
    cases = cases.map((one) =>
      create(CaseSchema, { ...one, appeal: create(AppealSchema, { text: 'again', createTime: { seconds: 1n } }) }),
    )
    await act(() => queries.invalidateQueries())
    await screen.findByText('again')
    screen.getByRole('button', { name: 'I have read it' })
    cases = cases.map((one) => create(CaseSchema, { ...one, appeal: create(AppealSchema, { text: 'fair use' }) }))
    await act(() => queries.invalidateQueries())
    await screen.findByText('fair use')
    await userEvent.keyboard('h')
    await waitFor(() => expect(seen).toEqual(['a false', 'a true']))
  })

  it('shows a refused decision, and the case again', async () => {
    const { user } = renderQueue(['a', 'b'], { refuse: 'a' })
    await screen.findByRole('article')
    await user.keyboard('h')
    await screen.findByText(/^Picture not hidden. Another operator was first/)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/Another operator was first/)).toBeNull()
    expect(screen.getByRole('log').textContent).toContain('Picture not hidden')
    await user.keyboard('p')
    await waitFor(() => expect(current()).toBe('Picture a'))
  })

  it('says how many more decisions were refused, and dismisses only those that are shown', async () => {
    renderPage(<QueuePage />, {
      listCases: () => ({ cases: ['a', 'b', 'c'].map(newCase) }),
      decide: ({ subject }: DecideRequest) => {
        throw new ConnectError(`${subject?.id} was decided.`, Code.FailedPrecondition)
      },
    })
    await screen.findByRole('article')
    await userEvent.keyboard('hhh')
    await screen.findByText('and 1 more')
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.getByRole('alert').textContent).toContain('a was decided.')
    expect(screen.queryByText(/more$/)).toBeNull()
  })

  it.each([Code.DeadlineExceeded, Code.Unavailable, Code.Unknown, Code.Internal, Code.Canceled])(
    'says that a decision without an answer may have been made (%s)',
    async (code) => {
      const { user } = renderQueue(['a', 'b'], { refuse: 'a', code })
      await screen.findByRole('article')
      await user.keyboard('h')
      await screen.findByText(/^It is not known whether the picture was hidden\. Look at its case\./)
      expect(screen.getByRole('log').textContent).toContain('Picture perhaps hidden')
    },
  )

  it('lets an operator without the scope look only', async () => {
    const { decided, user } = renderQueue(['a', 'b'], { scopes: [Scope.LOOK] })
    await screen.findByRole('article')
    await user.keyboard('h')
    expect(current()).toBe('Picture a')
    expect(decided).toEqual([])
    expect(screen.getByRole('button', { name: /Hide/ })).toHaveProperty('disabled', true)
  })

  it('shows whom a takedown request is about', async () => {
    const of = newCase('a')
    of.signals = [create(SignalSchema, { kind: SignalKind.TAKEDOWN, xHandle: '@jane', note: 'the wall' })]
    renderPage(<QueuePage />, { listCases: () => ({ cases: [of] }) })
    await screen.findByText('@jane')
  })

  it('shows what became of reports from the same network, and dismisses the open ones of a kind', async () => {
    const dismissed: string[] = []
    const of = newCase('a')
    of.signals = ['farm', 'farm', ''].map((lane) => create(SignalSchema, { kind: SignalKind.REPORT, lane }))
    renderPage(<QueuePage />, {
      listCases: () => ({ cases: [of] }),
      getLaneReports: () => ({ open: 12, upheld: 1, wrong: 7, openTakedowns: 2 }),
      dismissLane: ({ lane }) => {
        dismissed.push(`${lane} reports`)
        return { dismissed: 12 }
      },
      dismissLaneTakedowns: ({ lane }) => {
        dismissed.push(`${lane} takedowns`)
        return { dismissed: 2 }
      },
    })
    const networks = await screen.findByRole('region', { name: 'Networks of the reports' })
    await within(networks).findByText(/1 upheld, 7 wrong/)
    expect(within(networks).getAllByRole('listitem')).toHaveLength(1)
    const button = (name: string) => within(networks).getByRole('button', { name })
    await userEvent.click(button('Dismiss its 12 open reports'))
    await waitFor(() => expect(dismissed).toEqual(['farm reports']))
    await waitFor(() => expect(button('Dismiss its 2 open takedown requests')).toHaveProperty('disabled', false))
    await userEvent.click(button('Dismiss its 2 open takedown requests'))
    await waitFor(() => expect(dismissed).toEqual(['farm reports', 'farm takedowns']))
  })

  it('lists the cases of one network', async () => {
    const lanes: string[] = []
    const listCases = ({ lane }: ListCasesRequest) => {
      lanes.push(lane)
      return { cases: [newCase('a')] }
    }
    renderPage(<QueuePage />, { listCases }, { path: '/queue?lane=farm' })
    await screen.findByRole('heading', { name: 'Reported from one network' })
    await waitFor(() => expect(lanes).toContain('farm'))
  })

  it.each(['/takedowns', '/takedowns?kind=video'])('lists takedown requests alone at %s', async (path) => {
    const kinds: SubjectKind[] = []
    const listCases = ({ kind }: ListCasesRequest) => {
      kinds.push(kind)
      return { cases: [newCase('a')] }
    }
    renderPage(<TakedownsPage />, { listCases }, { path })
    await screen.findByRole('article')
    expect(kinds[0]).toBe(SubjectKind.PLACE)
    expect(screen.queryByRole('combobox', { name: 'Kind' })).toBeNull()
  })

  it('takes two decisions back when undo is pressed twice at once', async () => {
    const { decided, user } = renderQueue(['a', 'b', 'c'])
    await screen.findByRole('article')
    await user.keyboard('hh')
    await screen.findByText('2 decided since you opened this page')
    await user.keyboard('uu')
    await waitFor(() => expect(decided).toEqual(['a HIDE', 'b HIDE', 'b RESTORE', 'a RESTORE']))
  })

  it('lists a decided case again when it was opened again', async () => {
    let cases = [newCase('a')]
    const { queries } = renderPage(<QueuePage />, { listCases: () => ({ cases }), decide: () => ({ version: 1 }) })
    await screen.findByRole('article')
    await userEvent.keyboard('h')
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    await queries.invalidateQueries()
    expect(screen.queryByRole('article')).toBeNull()
    cases = [create(CaseSchema, { ...newCase('a'), decisions: [create(DecisionSchema, { version: 1 })] })]
    await queries.invalidateQueries()
    await screen.findByRole('article')
  })

  it('takes keys after a reason was chosen with the mouse', async () => {
    const { decided, user } = renderQueue(['a'])
    await screen.findByRole('article')
    await user.click(screen.getAllByRole('radio')[0] as HTMLElement)
    await user.keyboard('h')
    await waitFor(() => expect(decided).toEqual(['a HIDE']))
  })

  it('ignores keys while a text is typed', async () => {
    const { decided, user } = renderQueue(['a'])
    await screen.findByRole('article')
    await user.click(screen.getByText('Words to the maker, and a note'))
    await user.type(screen.getByLabelText('The maker reads'), 'hlr')
    expect(decided).toEqual([])
  })
})
