import { readStored, useSessionStorage, writeStored } from '@mcwick/forms'
import { useEffect, useRef } from 'react'

/** The values of a form and the id of the job that was created with them, if there is one. */
export interface JobRequest {
  jobId?: string | undefined
  /** The result is published: this tab still shows it, and a new tab starts with an empty request. */
  isPublished?: boolean | undefined
}

/**
 * The job request of this tab; it survives a reload. A new tab resumes the last request of this browser, or starts with
 * `createInitial`. A change of the form's values drops the job id. `markPublished` changes nothing when another job was
 * requested meanwhile. Each form has its own under `formName`; increment `version` when R changes.
 */
export function useJobRequest<R extends JobRequest>(formName: string, version: number, createInitial: () => R) {
  const sharedKey = `mcwick.${formName}.asked.${version}`
  const [request, storeRequest] = useSessionStorage<R>(
    `mcwick.${formName}.wish`,
    version,
    () => readRecentRequest<R>(sharedKey) ?? createInitial(),
  )
  const setRequest = (next: R) => {
    storeRequest(next)
    if (next.jobId && !next.isPublished) shareWithTabs(sharedKey, next)
    else if (request.jobId) stopSharing(sharedKey, request.jobId)
  }
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })
  const markPublished = (jobId: string | undefined) => {
    const now = latest.current
    if (now.jobId === jobId) setRequest({ ...now, isPublished: true })
  }
  const storeJobId = (jobId?: string) =>
    setRequest({ ...request, jobId, isPublished: request.isPublished && jobId === request.jobId })
  return { request, setRequest, storeJobId, markPublished }
}

const sharedRetentionMs = 15 * 60_000 // longer than any job waits in the queue and runs

type SharedRequest<R> = R & {
  /** Unix time in milliseconds. */
  since: number
}

function readRecentRequest<R extends JobRequest>(sharedKey: string): R | undefined {
  const shared = readStored<SharedRequest<R>>(sharedKey, 'local')
  return shared && Date.now() - shared.since <= sharedRetentionMs ? shared : undefined
}

function shareWithTabs<R extends JobRequest>(sharedKey: string, request: R) {
  if (readStored<JobRequest>(sharedKey, 'local')?.jobId === request.jobId) return
  writeStored(sharedKey, { ...request, since: Date.now() } satisfies SharedRequest<R>, 'local')
}

/** Removes the shared request, unless another tab has replaced it since. */
function stopSharing(sharedKey: string, jobId: string) {
  if (readStored<JobRequest>(sharedKey, 'local')?.jobId === jobId) writeStored(sharedKey, undefined, 'local')
}
