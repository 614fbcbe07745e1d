import { readFileSync } from 'node:fs'
import type { Statistics } from '@mcwick/api-calls'
import { type MockApi, mockApi, renderPage } from '@mcwick/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import SafetyPage from './safety-page'
import { texts } from './texts'

const route = 'GET /api/v1/safety/statistics'
const statistics: Statistics = {
  byOperators: { leave: 1200, hide: 30, remove: 4, restore: 5 },
  automatic: { leave: 0, hide: 17, remove: 0, restore: 1 },
  reports: 321,
  upheldReports: 43,
  takedownRequests: 6,
  appeals: 9,
  restoredAppeals: 2,
  medianWait: '7260.5s',
}

function open(prepare: (api: MockApi) => void) {
  prepare(mockApi())
  renderPage(<SafetyPage />)
  return within(screen.getByRole('region', { name: 'The last 30 days' }))
}

const answer = (body: object) => (api: MockApi) => api.on(route, () => Response.json(body))

describe('SafetyPage', () => {
  // Verifies SAFE-4.
  it('says who judges what, how to report and appeal, and how to reach the operators', () => {
    open(answer(statistics))
    for (const { title, list } of texts.chapters)
      expect(within(screen.getByRole('region', { name: title })).getAllByRole('listitem')).toHaveLength(list.length)
    expect(screen.getByRole('button', { name: 'Take something down' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\{\w+\}/)
  })

  // Verifies SAFE-4.
  it('says how long things are kept as docs/retention.md has it', () => {
    const retention: string = readFileSync(`${import.meta.dirname}/../../../../../docs/retention.md`, 'utf8')
    const rows = {
      'where reports, takedown requests and other signals of cases came from': '7 days',
      'notes of signals': '30 days after the decision',
      'bytes of removed pictures': '30 days, and until an open appeal is answered',
      'how removed pictures looked': 'a year',
      'what appeals say': 'a year after the answer',
      'artworks that were not published': '7 days',
      'decisions about content and their audit': 'for good',
    }
    for (const [what, time] of Object.entries(rows))
      expect(retention.split('\n').find((line) => line.startsWith(`| ${what}`))).toContain(`| ${time}`)
    expect(texts.kept.rows.map(([, time]) => time)).toEqual(Object.values(rows))
  })

  // Verifies SAFE-5.
  it('shows the counts', async () => {
    const figures = open(answer(statistics))
    expect(await figures.findByText(texts.figures.counted)).toBeTruthy()
    const shown = figures.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(shown).toEqual([
      '1,2391,200 left, 30 hidden, 4 removed, 5 restored',
      '17until a person looks',
      '32143 upheld',
      '92 restored',
      '6without key or proof',
      '2 huntil a person decided',
    ])
  })

  it.each([
    [undefined, '–'],
    ['0.2s', '1 min'],
    ['5340s', '89 min'],
    ['172800s', '2 days'],
  ])('shows a median wait of %s as %s', async (medianWait, words) => {
    const figures = open(answer({ ...statistics, medianWait }))
    await figures.findByText(texts.figures.counted)
    expect(figures.getAllByRole('definition').at(-1)?.textContent).toBe(`${words}${texts.figures.waitHint}`)
  })

  // Verifies SAFE-5.
  it('keeps the place of the figures while it waits', () => {
    const waiting = open((api) => api.hang(route))
    expect(waiting.getByText('Counting the wax drops')).toBeTruthy()
    expect(waiting.getAllByRole('definition')).toHaveLength(6)
  })

  // Verifies SAFE-5.
  it('says that the counts fail, and shows the rest', async () => {
    const figures = open((api) => api.fail(route))
    expect(await figures.findByText(/The counts do not come right now/)).toBeTruthy()
    expect(figures.getAllByRole('definition')).toHaveLength(6)
    expect(screen.getByRole('heading', { name: 'How to appeal' })).toBeTruthy()
  })

  // Verifies SAFE-6.
  it('has the whole table of what is kept in the template of the privacy notice', () => {
    const read = (path: string): string[] =>
      readFileSync(`${import.meta.dirname}/../../../../../docs/${path}`, 'utf8').split('\n')
    const rows = (path: string) =>
      read(path)
        .filter((line) => line.startsWith('| '))
        .map((line) => line.split(' | ').slice(0, 2).join(' | ').replace(/ \|$/, ''))
    const kept = rows('retention.md')
    expect(kept.length).toBeGreaterThan(40)
    expect(rows('legal/privacy.md')).toEqual(expect.arrayContaining(kept))
  })
})
