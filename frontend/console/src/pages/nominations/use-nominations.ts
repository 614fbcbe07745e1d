import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClients } from '../../api/clients'
import type { Wall } from '../../gen/wall/v1/wall_pb'

const refreshMs = 10_000
const queryKey = ['nominations']

/** Returns the nominations that wait, page by page. */
export function useNominations(wall: Wall) {
  const { walls } = useClients()
  return useInfiniteQuery({
    queryKey: [...queryKey, wall],
    queryFn: ({ pageParam, signal }) => walls.listNominations({ wall, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    refetchInterval: refreshMs,
  })
}

export type NominationAct = 'approve' | 'reject' | 'blank'

/** Returns the mutation that decides on a nomination. */
export function useNominationAct() {
  const { walls } = useClients()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, act, note }: { id: string; act: NominationAct; note: string }) => {
      if (act === 'reject') await walls.rejectNomination({ nominationId: id, note })
      else if (act === 'blank') await walls.blankBio({ entryId: id, note })
      else return walls.approveNomination({ nominationId: id, note })
      return undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
