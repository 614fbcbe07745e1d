import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type ApproveNominationRequest, NominationSchema } from '../../gen/wall/v1/operator_pb'
import { Wall } from '../../gen/wall/v1/wall_pb'
import { renderPage } from '../../testing'
import NominationsPage from './nominations-page'

const newNomination = (id: string, by: string) =>
  create(NominationSchema, { id, xHandle: `@${id}`, wall: Wall.SHAME, approvedBy: [by] })

/** Renders names for the Wall of Shame, and collects approvals of ada; that of "gone" is refused. */
function renderNominations(nominations = [newNomination('own', 'ada'), newNomination('other', 'lin')]) {
  const approved: string[] = []
  const blanked: string[] = []
  const { queries } = renderPage(
    <NominationsPage />,
    {},
    {
      path: '/nominations',
      walls: {
        listNominations: () => ({ nominations }),
        approveNomination: ({ nominationId }: ApproveNominationRequest) => {
          if (nominationId === 'gone') throw new ConnectError('It was decided.', Code.FailedPrecondition)
          approved.push(nominationId)
          return {}
        },
        blankBio: ({ entryId }) => {
          blanked.push(entryId)
          return {}
        },
      },
    },
  )
  return { approved, blanked, nominations, refetch: () => act(() => queries.invalidateQueries()) }
}

test('an operator who approved a name cannot be the second one', async () => {
  const { approved } = renderNominations()
  const [own, other] = await screen.findAllByRole('listitem')
  const approve = (card: HTMLElement | undefined) =>
    within(card as HTMLElement).getByRole<HTMLButtonElement>('button', { name: 'Approve' })
  expect([approve(own).disabled, approve(other).disabled]).toEqual([true, false])
  await userEvent.keyboard('ana')
  await waitFor(() => expect(approved).toEqual(['other']))
})

test('keys are about the name that was read, whatever comes before it or takes it away', async () => {
  const { approved, nominations, refetch } = renderNominations([newNomination('read', 'lin')])
  await screen.findByText('@read')
  nominations.unshift(newNomination('unread', 'lin'))
  await refetch()
  await screen.findByText('@unread')
  await userEvent.keyboard('a')
  await waitFor(() => expect(approved).toEqual(['read']))
  nominations.pop()
  await refetch()
  await waitFor(() => expect(screen.queryByText('@read')).toBeNull())
  await userEvent.keyboard('pa')
  await waitFor(() => expect(approved).toEqual(['read', 'unread']))
})

test('each name is decided by its key while the list is read again, and none twice', async () => {
  let reads = 0
  const rejected: string[] = []
  renderPage(
    <NominationsPage />,
    {},
    {
      path: '/nominations',
      walls: {
        listNominations: () =>
          ++reads > 1
            ? new Promise<never>(() => {})
            : { nominations: [newNomination('one', 'lin'), newNomination('two', 'lin')] },
        rejectNomination: ({ nominationId }) => {
          rejected.push(nominationId)
          return {}
        },
      },
    },
  )
  await screen.findByText('@one')
  await userEvent.keyboard('x')
  await waitFor(() => expect(reads).toBe(2))
  await userEvent.keyboard('xpx')
  await waitFor(() => expect(rejected).toEqual(['one', 'two']))
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Reject' }))
    expect(button.disabled).toBe(true)
})

test('a refusal says which name it is about, and stays while others are decided', async () => {
  const { approved } = renderNominations([newNomination('gone', 'lin'), newNomination('other', 'lin')])
  await screen.findByText('@gone')
  await userEvent.keyboard('aa')
  await waitFor(() => expect(approved).toEqual(['other']))
  expect((await screen.findByRole('alert')).textContent).toContain('@gone not approved. It was decided.')
})

test('a refusal is shown before the list has been read again', async () => {
  let reads = 0
  renderPage(
    <NominationsPage />,
    {},
    {
      path: '/nominations',
      walls: {
        listNominations: () =>
          ++reads > 1 ? new Promise<never>(() => {}) : { nominations: [newNomination('read', 'lin')] },
        approveNomination: () => {
          throw new ConnectError('It was decided.', Code.FailedPrecondition)
        },
      },
    },
  )
  await screen.findByText('@read')
  await userEvent.keyboard('a')
  expect((await screen.findByRole('alert')).textContent).toContain('It was decided.')
  expect(reads).toBe(2)
})

// Verifies MOD-121.
test('the name that keys are about is on screen', async () => {
  const scrolled: (string | undefined)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.querySelector('b')?.textContent)
  })
  renderNominations(['1', '2', '3'].map((id) => newNomination(id, 'lin')))
  await screen.findByText('@1')
  await userEvent.keyboard('anp')
  expect(scrolled).toEqual(['@1', '@2', '@3', '@2'])
  await userEvent.click(screen.getAllByRole('button', { name: 'Reject' })[1] as HTMLElement)
  expect(scrolled, 'a click moves nothing below the mouse').toHaveLength(4)
})

// Verifies MOD-121.
test('a key after the last name decides none that was passed over', async () => {
  const { approved, nominations, refetch } = renderNominations(['passed', 'last'].map((id) => newNomination(id, 'lin')))
  await screen.findByText('@last')
  await userEvent.keyboard('nna')
  await waitFor(() => expect(approved).toEqual(['last']))
  nominations.pop()
  await refetch()
  await waitFor(() => expect(screen.queryByText('@last')).toBeNull())
  await userEvent.keyboard('na')
  expect(screen.getByRole('listitem').getAttribute('aria-current')).toBeNull()
  await userEvent.keyboard('pa')
  await waitFor(() => expect(approved).toEqual(['last', 'passed']))
})

// Verifies MOD-121.
test('a name whose reason is blanked is the one that is decided next', async () => {
  const { approved, blanked } = renderNominations(['one', 'two'].map((id) => newNomination(id, 'lin')))
  const [one] = await screen.findAllByRole('listitem')
  await userEvent.keyboard('b')
  await waitFor(() => expect(blanked).toEqual(['one']))
  const approve = () => within(one as HTMLElement).getByRole<HTMLButtonElement>('button', { name: 'Approve' })
  await waitFor(() => expect(approve().disabled).toBe(false))
  await userEvent.keyboard('a')
  await waitFor(() => expect(approved).toEqual(['one']))
})
