import { create } from '@bufbuild/protobuf'
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AuditEntrySchema, type ListAuditEntriesRequest } from '../../gen/moderation/v1/case_operator_pb'
import { Action, SubjectKind } from '../../gen/moderation/v1/case_pb'
import { renderPage } from '../../testing'
import AuditPage from './audit-page'

const id = '01a20ba2-b96d-7063-bb6c-6a6fcf4ea95f'
const payload = { kind: 'wall_entry', subject: id, reason: 'spam', message: 'no', note: 'seen' }

function newEntry(number: number, about: object | undefined = payload) {
  return create(AuditEntrySchema, {
    number: BigInt(number),
    operator: 'lin',
    act: 'hide',
    createTime: timestampFromDate(new Date('2026-11-24T03:00:00Z')),
    ...(about && { payload: new TextEncoder().encode(JSON.stringify(about)) }),
  })
}

/** Renders the audit at an address, and collects what is asked for. */
function renderAudit(path: string, entries = [newEntry(1)]) {
  const requests: ListAuditEntriesRequest[] = []
  renderPage(
    <AuditPage />,
    {
      listAuditEntries: (request) => {
        requests.push(request)
        return { entries: request.afterNumber ? [newEntry(1)] : entries }
      },
    },
    { path },
  )
  return { requests, user: userEvent.setup({ delay: null }) }
}

describe('the audit', () => {
  // Verifies MOD-83.
  it('asks for what its address selects', async () => {
    const { requests } = renderAudit(
      `/audit?operator=lin&action=hide&kind=wall-entry&id=${id}&from=2026-11-20T00:00:00Z&until=2026-11-25T00:00:00Z`,
    )
    await screen.findByRole('cell', { name: 'lin' })
    const { operator, action, subject, startTime, endTime, newestFirst } = requests[0] as ListAuditEntriesRequest
    expect({ operator, action, newestFirst }).toEqual({ operator: 'lin', action: Action.HIDE, newestFirst: true })
    expect(subject).toMatchObject({ kind: SubjectKind.WALL_ENTRY, id })
    expect([startTime, endTime].map((time) => time && timestampDate(time).toISOString())).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2026-11-25T00:00:00.000Z',
    ])
  })

  // Verifies MOD-83.
  it('asks again when a filter changes', async () => {
    const { requests, user } = renderAudit('/audit')
    await screen.findByRole('cell', { name: 'lin' })
    await user.selectOptions(screen.getByLabelText('Decision'), 'remove')
    await waitFor(() => expect(requests.at(-1)?.action).toBe(Action.REMOVE))
  })

  it('asks about a subject only when its id is complete', async () => {
    const { requests } = renderAudit('/audit?kind=picture&id=01a2')
    await screen.findByRole('cell', { name: 'lin' })
    expect(requests[0]?.subject).toBeUndefined()
  })

  it('leads to the case, and says what was forgotten', async () => {
    const forgotten = create(AuditEntrySchema, { ...newEntry(1) })
    delete forgotten.payload
    renderAudit('/audit', [newEntry(2), forgotten])
    expect((await screen.findByRole('link', { name: 'Wall entry' })).getAttribute('href')).toBe(
      `/cases/wall-entry/${id}`,
    )
    screen.getByRole('cell', { name: 'forgotten' })
  })

  it('says exactly when, and how long ago that was', async () => {
    renderAudit('/audit')
    const time = (await screen.findByText(/2026/)).closest('time')
    expect(time?.textContent).toMatch(/11\/2\d\/2026, \d+:00:00 .M, .+/)
    expect(time?.dateTime).toBe('2026-11-24T03:00:00.000Z')
    expect(time?.title).toContain('2026-11-24T03:00:00.000Z')
  })

  it('reads the next page from the last number on', async () => {
    const { requests, user } = renderAudit(
      '/audit',
      Array.from({ length: 50 }, (_, i) => newEntry(60 - i)),
    )
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await waitFor(() => expect(requests.at(-1)?.afterNumber).toBe(11n))
    expect(await screen.findAllByRole('row')).toHaveLength(52)
  })
})
