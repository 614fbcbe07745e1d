import { create } from '@bufbuild/protobuf'
import { durationFromMs, timestampFromDate } from '@bufbuild/protobuf/wkt'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OperatorStatisticsSchema } from '../../gen/moderation/v1/case_operator_pb'
import { SubjectKind } from '../../gen/moderation/v1/case_pb'
import { renderPage } from '../../testing'
import StatisticsPage from './statistics-page'

const hourMs = 3_600_000

const counted = () =>
  create(OperatorStatisticsSchema, {
    public: {
      automatic: { hide: 2 },
      reports: 7,
      upheldReports: 4,
      appeals: 2,
      restoredAppeals: 1,
      medianWait: durationFromMs(0.5 * hourMs),
    },
    wrongReports: 2,
    p90Wait: durationFromMs(5.5 * hourMs),
    operators: [{ operator: 'lin', decisions: { leave: 1, hide: 3 } }],
    days: [
      { startTime: timestampFromDate(new Date('2026-11-22T03:00:00Z')), reports: 1 },
      { startTime: timestampFromDate(new Date('2026-11-23T03:00:00Z')), reports: 6, byOperators: 3 },
    ],
    open: [{ kind: SubjectKind.VIDEO, count: 5 }],
  })

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the statistics', () => {
  // Verifies MOD-84.
  it('say how reports and appeals ended, and how long they waited', async () => {
    renderPage(<StatisticsPage />, { getOperatorStatistics: counted })
    await screen.findByText('Who decided')
    for (const [name, value] of [
      ['Upheld', '4 (57 %)'],
      ['Wrong', '2 (29 %)'],
      ['Restored after appeal', '1 (50 %)'],
      ['Median time to decision', '30 min'],
      ['Nine of ten within', '5.5 h'],
    ] as const)
      expect(screen.getByText(name).nextSibling?.textContent).toBe(value)
  })

  // Verifies MOD-84.
  it('say who decided how much, with the way to what they decided', async () => {
    renderPage(<StatisticsPage />, { getOperatorStatistics: counted })
    const rows = within(await screen.findByRole('region', { name: 'Who decided' })).getAllByRole('row')
    expect(rows.slice(1).map(cellsOf)).toEqual([
      ['lin', '1', '3', '0', '0'],
      ['automatic', '0', '2', '0', '0'],
    ])
    expect(screen.getByRole('link', { name: 'lin' }).getAttribute('href')).toBe('/audit?operator=lin')
  })

  // Verifies MOD-84.
  it('say what waits, with the way to it', async () => {
    renderPage(<StatisticsPage />, { getOperatorStatistics: counted })
    expect((await screen.findByRole('link', { name: 'Video' })).getAttribute('href')).toBe('/queue?kind=video')
  })

  it('show the newest day first', async () => {
    renderPage(<StatisticsPage />, { getOperatorStatistics: counted })
    const rows = within(await screen.findByRole('region', { name: 'Day by day' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => cellsOf(row).slice(1))).toEqual([
      ['6', '3', '0'],
      ['1', '0', '0'],
    ])
  })

  it('say that no case waits', async () => {
    renderPage(<StatisticsPage />, { getOperatorStatistics: () => ({}) })
    await screen.findByText('No case waits.')
  })
})
