import { Button } from '@mcwick/ui'
import { Link } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { useAct, useRead } from '../../api/use-calls'
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
  const missing = useMissingScope(Scope.DECIDE)
  const { data } = useRead(['lane-reports', lane], false, ({ cases }, call) => cases.getLaneReports({ lane }, call))
  const act = { lane, note: 'Dismissed in the console.' }
  const dismiss = useAct([], async ({ cases }, method: 'dismissLane' | 'dismissLaneTakedowns') => {
    await cases[method](act)
  })
  const groups = [
    { open: data?.open, method: 'dismissLane', name: 'reports' },
    { open: data?.openTakedowns, method: 'dismissLaneTakedowns', name: 'takedown requests' },
  ] as const
  return (
    <li>
      <code>{lane}</code> {data && `${data.upheld} upheld, ${data.wrong} wrong of the last 1,000 closed in 7 days`} (
      <Link href={`/queue?lane=${lane}`}>cases</Link>, <Link href={`/works?lane=${lane}`}>works</Link>,{' '}
      <Link href={`/sanctions?lane=${lane}`}>sanction</Link>){' '}
      {groups.map(
        ({ open, method, name }) =>
          Boolean(open) && (
            <Button
              key={name}
              size="small"
              disabled={Boolean(missing) || dismiss.isPending}
              onClick={() => dismiss.mutate(method)}
            >
              Dismiss its {open} open {name}
            </Button>
          ),
      )}
      {dismiss.error && <Failure what="They stay open." error={dismiss.error} />}
    </li>
  )
}
