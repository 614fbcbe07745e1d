import { Button } from '@mcwick/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useClients } from '../../api/clients'
import { useMissingScope } from '../../api/operator'
import { Failure } from '../../components/failure'
import type { Case } from '../../gen/moderation/v1/case_operator_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'

/** The networks that open reports came from, with what became of other reports from there. */
export function NetworkHistory({ of }: { of: Case }) {
  const lanes = [...new Set(of.signals.map(({ lane }) => lane).filter(Boolean))]
  if (lanes.length === 0) return null
  return (
    <section aria-label="Networks of the reports">
      <h3>Networks of the reports</h3>
      <ul>
        {lanes.map((lane) => (
          <Network key={lane} lane={lane} />
        ))}
      </ul>
    </section>
  )
}

function Network({ lane }: { lane: string }) {
  const { cases } = useClients()
  const queries = useQueryClient()
  const missing = useMissingScope(Scope.DECIDE)
  const { data } = useQuery({
    queryKey: ['lane-reports', lane],
    queryFn: ({ signal }) => cases.getLaneReports({ lane }, { signal }),
  })
  const dismiss = useMutation({
    mutationFn: () => cases.dismissLane({ lane, note: 'Dismissed in the console.' }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <li>
      <code>{lane}</code> {data && `${data.open} open, ${data.upheld} upheld, ${data.wrong} wrong in 7 days`} (
      <Link href={`/queue?lane=${lane}`}>cases</Link>, <Link href={`/works?lane=${lane}`}>works</Link>,{' '}
      <Link href={`/sanctions?lane=${lane}`}>sanction</Link>){' '}
      {Boolean(data?.open) && (
        <Button size="small" disabled={Boolean(missing) || dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss its open reports
        </Button>
      )}
      {dismiss.error && <Failure what="Its reports stay open." error={dismiss.error} />}
    </li>
  )
}
