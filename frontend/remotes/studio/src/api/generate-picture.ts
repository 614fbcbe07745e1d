import {
  type CreateJobBody,
  cancelJob,
  createJob,
  type Job,
  type JobArtwork,
  JobState,
  newIntent,
  type Span,
  userAction,
  waitForJob,
} from '@mcwick/api-client'

const createOnce = newIntent()

/** The visitor took the wish back; there is nothing to tell. */
export class Cancelled extends Error {}

/** The picture was asked for and not made. Branch on `code`; the message is the server's and may be shown. */
export class GenerationFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly traceId: string,
  ) {
    super(message)
    this.name = 'GenerationFailed'
  }
}

interface Watch {
  signal: AbortSignal
  /** Hears of the job as soon as it is accepted, and of each change. */
  onChange: (job: Job) => void
}

/** Asks for a picture and waits until it is there. Fails as GenerationFailed, as Cancelled, or as ApiError. */
export function generatePicture(wish: CreateJobBody, watch: Watch): Promise<JobArtwork> {
  return userAction(wish.pfp ? 'make a profile picture' : 'make a meme', async (span) => {
    const accepted = await createOnce(wish, (body, headers) => createJob(body, headers, { span, signal: watch.signal }))
    watch.onChange(accepted)
    return follow(accepted.id, watch, span)
  })
}

/** Waits for a picture that was asked for before the page was loaded. */
export function resumePicture(jobId: string, watch: Watch): Promise<JobArtwork> {
  return userAction('resume a picture', (span) => follow(jobId, watch, span))
}

/** Takes the wish back. The page hears of it as of any change. */
export function cancelPicture(jobId: string): Promise<Job> {
  return userAction('cancel a picture', (span) => cancelJob(jobId, { span }))
}

async function follow(jobId: string, watch: Watch, span: Span): Promise<JobArtwork> {
  const job = await waitForJob(jobId, { ...watch, span })
  if (job.state === JobState.JOB_STATE_CANCELLED) throw new Cancelled()
  if (job.state !== JobState.JOB_STATE_SUCCEEDED || !job.artwork)
    throw new GenerationFailed(job.error?.code ?? '', job.error?.message ?? '', span.traceId)
  return job.artwork
}
