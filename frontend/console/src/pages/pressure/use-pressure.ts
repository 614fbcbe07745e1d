import { durationFromMs } from '@bufbuild/protobuf/wkt'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClients } from '../../api/clients'

const refreshMs = 5_000
const spendingDays = 30
const hourMs = 3_600_000

/** Returns how scarce money and workers are. */
export function useMoneyPressure() {
  const { budget } = useClients()
  return useQuery({
    queryKey: ['pressure', 'money'],
    queryFn: ({ signal }) => budget.getPressure({}, { signal }),
    refetchInterval: refreshMs,
  })
}

/** Returns what visitors did at one replica of the gateway in the last ten minutes. */
export function useEdgePressure() {
  const { edge } = useClients()
  return useQuery({
    queryKey: ['pressure', 'edge'],
    queryFn: ({ signal }) => edge.getPressure({}, { signal }),
    refetchInterval: refreshMs,
  })
}

/** Returns whether there is a lockdown. */
export function useLockdown() {
  const { policy } = useClients()
  return useQuery({
    queryKey: ['lockdown'],
    queryFn: ({ signal }) => policy.getLockdown({}, { signal }),
    refetchInterval: refreshMs,
  })
}

/** Returns the mutation that begins a lockdown of some hours, or changes its end; 0 hours end it. */
export function useSetLockdown() {
  const { policy } = useClients()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ hours, reason }: { hours: number; reason: string }) =>
      policy.setLockdown({ on: hours > 0, reason, ...(hours > 0 ? { duration: durationFromMs(hours * hourMs) } : {}) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['lockdown'] }),
  })
}

/** Returns today's budget. */
export function useBudget() {
  const { budget } = useClients()
  return useQuery({
    queryKey: ['budget'],
    queryFn: ({ signal }) => budget.getBudget({}, { signal }),
    refetchInterval: refreshMs,
  })
}

/** Returns the mutation that sets today's budget. */
export function useSetBudget() {
  const { budget } = useClients()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ microUsd, note }: { microUsd: bigint; note: string }) =>
      budget.setBudget({ budgetMicroUsd: microUsd, note }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['budget'] }),
  })
}

/** Returns what the last days cost by kind and model. */
export function useSpending() {
  const { budget } = useClients()
  return useQuery({
    queryKey: ['spending'],
    queryFn: ({ signal }) => budget.listSpending({ days: spendingDays }, { signal }),
  })
}
