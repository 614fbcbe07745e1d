import type { Job } from '@mcwick/api-calls'
import { useSessionStorage } from '@mcwick/forms'
import {
  describeFailure,
  type Failure,
  type FailureTexts,
  type JobDefinition,
  type JobStatus,
  useJob,
} from '@mcwick/jobs'

interface StoredStage<Body, Result> {
  /** The last request, and the id of its job while it is in progress. */
  body?: Body
  jobId?: string | undefined
  /** The last result; it is kept until there is another one. */
  result?: Result
}

interface StageProps<Body, Result, J extends JobStatus> {
  name: string
  definition: JobDefinition<Body, Result, J>
  failureTexts: FailureTexts
  /** Called with each new result. */
  onResult?: () => void
}

/** The state of one stage of a video: its job, result and failure. A reload resumes it. */
export function useStage<Body extends object, Result, J extends JobStatus = Job>(props: StageProps<Body, Result, J>) {
  const { name, definition, failureTexts, onResult } = props
  const [stored, store] = useSessionStorage<StoredStage<Body, Result>>(`mcwick.bictok.${name}`, 1, () => ({}))
  const { body } = stored
  const { error, start, reset, ...state } = useJob(
    definition,
    stored.jobId,
    (jobId) => store({ ...stored, jobId }),
    (result) => {
      store({ ...(body && { body }), result })
      onResult?.()
    },
  )
  const failure: Failure | undefined = error ? describeFailure(error, failureTexts) : undefined
  return {
    ...state,
    failure,
    body,
    result: stored.result,
    start: (body: Body) => {
      store({ ...stored, body, jobId: undefined })
      start(body, JSON.stringify(body) === JSON.stringify(stored.body))
    },
    /** Replaces request and result, without a job in progress. */
    set: (body?: Body, result?: Result) => {
      reset()
      store({ ...(body && { body }), ...(result && { result }) })
    },
  }
}

export type Stage<Body extends object, Result, J extends JobStatus = Job> = ReturnType<typeof useStage<Body, Result, J>>
