import { create } from '@bufbuild/protobuf'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ApproveNominationRequest, NominationSchema } from '../../gen/wall/v1/operator_pb'
import { Wall } from '../../gen/wall/v1/wall_pb'
import { renderPage } from '../../testing'
import NominationsPage from './nominations-page'

/** Renders two names for the Wall of Shame, each approved by one operator, and collects approvals of ada. */
function renderNominations() {
  const approved: string[] = []
  const newNomination = (id: string, by: string) =>
    create(NominationSchema, { id, xHandle: `@${id}`, wall: Wall.SHAME, approvedBy: [by] })
  renderPage(
    <NominationsPage />,
    {},
    {
      path: '/nominations',
      walls: {
        listNominations: () => ({ nominations: [newNomination('own', 'ada'), newNomination('other', 'lin')] }),
        approveNomination: ({ nominationId }: ApproveNominationRequest) => {
          approved.push(nominationId)
          return {}
        },
      },
    },
  )
  return approved
}

test('an operator who approved a name cannot be the second one', async () => {
  const approved = renderNominations()
  const [own, other] = await screen.findAllByRole('listitem')
  const approve = (card: HTMLElement | undefined) =>
    within(card as HTMLElement).getByRole<HTMLButtonElement>('button', { name: 'Approve' })
  expect([approve(own).disabled, approve(other).disabled]).toEqual([true, false])
  await userEvent.keyboard('ana')
  await waitFor(() => expect(approved).toEqual(['other']))
})
