import { useEffect, useState } from 'react'
import { useRead } from '../../api/use-calls'
import type { ListWorksResponse, Work } from '../../gen/media/v1/works_operator_pb'

const refreshMs = 3_000
const pageSize = 60
export const maxShown = 600

interface Wall {
  /** What is shown, newest first. */
  works: readonly Work[]
  /** What came since, newest first. */
  waiting: readonly Work[]
  /** Where older works begin; empty when there are none. */
  olderCursor: string
}

/** Adds what was just read: shown works get their new states, and unknown ones before them wait. */
export function mergeNew({ works, olderCursor }: Wall, page: ListWorksResponse): Wall {
  const read = new Map(page.works.map((work) => [work.id, work]))
  const shown = new Set(works.map(({ id }) => id))
  // What follows the last one that is shown is older: it was not on the page before something was withdrawn.
  const end = page.works.findLastIndex(({ id }) => shown.has(id))
  return {
    works: works.map((work) => read.get(work.id) ?? work),
    waiting: page.works.slice(0, end < 0 ? undefined : end).filter(({ id }) => !shown.has(id)),
    olderCursor,
  }
}

/**
 * Shows what waits. When a whole page came since, the list begins anew with it, so that nothing is left out; and when the list
 * is long, so that it does not grow all evening. Older works are behind the cursor.
 */
export function joinWaiting(wall: Wall, page: ListWorksResponse): Wall {
  const isGap = wall.waiting.length === page.works.length || wall.works.length + wall.waiting.length > maxShown
  return {
    works: isGap ? page.works : [...wall.waiting, ...wall.works],
    waiting: [],
    olderCursor: isGap ? page.nextCursor : wall.olderCursor,
  }
}

/**
 * Returns all works as they come; behind a cursor those that are older. New ones join at once while `mayMove` says that
 * nothing is moved that an operator looks at; else they wait for `join`.
 */
export function useWall(mayMove: () => boolean, cursor: string) {
  const query = useRead(['works', 'new', cursor], refreshMs, ({ works }, call) =>
    works.listWorks({ pageSize, cursor }, call),
  )
  const [wall, setWall] = useState<Wall>({ works: [], waiting: [], olderCursor: '' })
  const { data } = query
  useEffect(() => {
    if (!data || cursor) return
    setWall((now) => {
      const next = mergeNew(now, data)
      return next.works.length === 0 || mayMove() ? joinWaiting(next, data) : next
    })
  }, [data, cursor, mayMove])
  const join = () => data && setWall((now) => joinWaiting(now, data))
  /** Returns when a work was read last, in milliseconds; 0 for one that is not in the newest page any more. */
  const readAt = ({ id }: Work) => (data?.works.some((work) => work.id === id) ? query.dataUpdatedAt : 0)
  if (!cursor) return { ...wall, query, join, readAt }
  return { works: data?.works ?? [], waiting: [], olderCursor: data?.nextCursor ?? '', query, join: () => {}, readAt }
}
