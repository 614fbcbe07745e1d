import type { Job } from '@mcwick/api-calls'
import {
  describeFailure,
  type Failure,
  type FailureTexts,
  type JobDefinition,
  type JobStatus,
  useJob,
  useSessionStorage,
} from '@mcwick/jobs'

interface Kept<Body, Result> {
  /** What was asked for last, and its job while that is on its way. */
  body?: Body
  jobId?: string | undefined
  /** What came last; it stays until something else comes. */
  result?: Result
}

interface StageProps<Body, Result, W extends JobStatus> {
  name: string
  order: JobDefinition<Body, Result, W>
  words: FailureTexts
  /** Something new is there. */
  onResult?: () => void
}

/** One stage of a film: what is on its way, what came and what went wrong. A reload goes on where it was. */
export function useStage<Body extends object, Result, W extends JobStatus = Job>(props: StageProps<Body, Result, W>) {
  const { name, order, words, onResult } = props
  const [kept, keep] = useSessionStorage<Kept<Body, Result>>(`mcwick.bictok.${name}`, 1, () => ({}))
  const { body } = kept
  const making = useJob(
    order,
    kept.jobId,
    (jobId) => keep({ ...kept, jobId }),
    (result) => {
      keep({ ...(body && { body }), result })
      onResult?.()
    },
  )
  const { job, isPending, error, cancel, start, reset } = making
  const failure: Failure | undefined = error ? describeFailure(error, words) : undefined
  return {
    job,
    isPending,
    failure,
    cancel,
    body,
    result: kept.result,
    start: (body: Body) => {
      keep({ ...kept, body })
      start(body)
    },
    /** Has this instead of anything; nothing is on its way. */
    set: (body?: Body, result?: Result) => {
      reset()
      keep({ ...(body && { body }), ...(result && { result }) })
    },
  }
}

export type Stage<Body extends object, Result, W extends JobStatus = Job> = ReturnType<typeof useStage<Body, Result, W>>
