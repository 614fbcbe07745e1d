import { create } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { ListWorksResponseSchema, WorkSchema } from '../../gen/media/v1/works_operator_pb'
import { joinWaiting, maxShown, mergeNew } from './use-wall'

const newWorks = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => create(WorkSchema, { id: `${prefix}${index}` }))

const page = create(ListWorksResponseSchema, { works: newWorks('read', 60), nextCursor: 'after the page' })

it.each([
  ['puts what waits before the rest, up to the longest list', maxShown - 3, maxShown, 'after the rest'],
  ['begins anew where the list would be longer', maxShown - 2, 60, 'after the page'],
])('%s', (_, shown, total, olderCursor) => {
  const wall = { works: newWorks('shown', shown), waiting: newWorks('waiting', 3), olderCursor: 'after the rest' }
  const joined = joinWaiting(wall, page)
  expect([joined.works.length, joined.waiting.length, joined.olderCursor]).toEqual([total, 0, olderCursor])
})

it('begins anew when a whole page came, because older new ones may be left out', () => {
  const wall = { works: newWorks('shown', 60), waiting: newWorks('waiting', 60), olderCursor: 'after the rest' }
  expect(joinWaiting(wall, page)).toEqual({ works: page.works, waiting: [], olderCursor: 'after the page' })
})

it('announces nothing older as new when a work of the page was withdrawn', () => {
  const works = newWorks('shown', 60)
  const read = [...newWorks('new', 1), ...works.slice(1), ...newWorks('older', 1)]
  const next = mergeNew({ works, waiting: [], olderCursor: '' }, create(ListWorksResponseSchema, { works: read }))
  expect(next.waiting.map(({ id }) => id)).toEqual(['new0'])
})
