import { Button } from '@mcwick/ui'
import { useSearchParams } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { useAct, usePages } from '../../api/use-calls'
import { AddressSelect } from '../../components/address-select'
import { Failure } from '../../components/failure'
import { ListPage, Table } from '../../components/page-parts'
import { When } from '../../components/when'
import { JobKind, JobState } from '../../gen/generation/v1/generation_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'

const refreshMs = 5_000
const queryKey = ['jobs']
const states = [JobState.QUEUED, JobState.RUNNING, JobState.SUCCEEDED, JobState.FAILED] as const
const nameOf = (state: JobState) => JobState[state].toLowerCase()
const open: readonly JobState[] = [JobState.QUEUED, JobState.RUNNING]

/** The jobs of generation, without what visitors wrote. */
export default function JobsPage() {
  const [params] = useSearchParams()
  const state = states.find((one) => nameOf(one) === params.get('state')) ?? JobState.UNSPECIFIED
  const query = usePages([...queryKey, state], refreshMs, ({ budget }, cursor, call) =>
    budget.listJobs({ state, cursor }, call),
  )
  const stop = useAct(queryKey, ({ budget }, jobId: string) => budget.stopJob({ jobId, note: 'Ended in the console.' }))
  const missing = useMissingScope(Scope.CONFIGURE)
  const jobs = query.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <ListPage
      title="Jobs"
      what="jobs"
      query={query}
      isEmpty={jobs.length === 0}
      empty="There is no such job."
      filters={
        <AddressSelect
          label="State"
          param="state"
          options={[{ name: '', label: 'any' }, ...states.map(nameOf).map((name) => ({ name, label: name }))]}
        />
      }
    >
      {stop.error && <Failure what="The job could not be ended." error={stop.error} />}
      {missing && <p className="mc-hint">{missing}</p>}
      <Table
        caption="Jobs"
        rows={jobs}
        keyOf={({ id }) => id}
        cellsOf={({ attempt, createTime, errorCode, id, kind, state, visitor }) => ({
          Job: <code>{id}</code>,
          What: JobKind[kind].toLowerCase(),
          State: nameOf(state),
          Attempt: attempt,
          Visitor: <code>{visitor}</code>,
          'Why it failed': errorCode,
          Since: <When time={createTime} />,
          'End it': open.includes(state) && (
            <Button
              size="small"
              disabled={Boolean(missing) || stop.isPending}
              aria-label={`End the job ${id}`}
              onClick={() => stop.mutate(id)}
            >
              End
            </Button>
          ),
        })}
      />
    </ListPage>
  )
}
