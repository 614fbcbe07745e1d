import { durationFromMs } from '@bufbuild/protobuf/wkt'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClients } from '../../api/clients'
import { BlockKind } from '../../gen/moderation/v1/policy_pb'

const refreshMs = 30_000
const queryKey = ['blocks']
const hourMs = 3_600_000

/** The kinds of subjects that can be blocked, by their names in addresses. */
export const blockKinds = [
  { kind: BlockKind.DEVICE, name: 'device', label: 'Device' },
  { kind: BlockKind.LANE, name: 'lane', label: 'Network' },
  { kind: BlockKind.ACCOUNT, name: 'account', label: 'Account' },
  { kind: BlockKind.HANDLE, name: 'handle', label: 'X handle' },
  { kind: BlockKind.RANGE, name: 'range', label: 'Range of addresses' },
] as const

/** For how long a block lasts. */
export const durations = [
  { hours: 1, label: 'an hour' },
  { hours: 24, label: 'a day' },
  { hours: 7 * 24, label: 'a week' },
  { hours: 30 * 24, label: '30 days' },
] as const

/** Returns the blocks in force, and with `includeEnded` those of the last 30 days. */
export function useBlocks(includeEnded: boolean) {
  const { policy } = useClients()
  return useInfiniteQuery({
    queryKey: [...queryKey, includeEnded],
    queryFn: ({ pageParam, signal }) => policy.listBlocks({ includeEnded, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    refetchInterval: refreshMs,
  })
}

export interface NewBlock {
  kind: BlockKind
  subject: string
  hours: number
  reason: string
}

/** Returns the mutation that blocks a subject. */
export function useBlock() {
  const { policy } = useClients()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ hours, ...block }: NewBlock) => policy.block({ ...block, duration: durationFromMs(hours * hourMs) }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}

/** Returns the mutation that ends a block. */
export function useUnblock() {
  const { policy } = useClients()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (blockId: string) => policy.unblock({ blockId, reason: 'Ended in the console.' }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}
