import { useSessionStorage } from '@mcwick/forms'
import { useCallback, useEffect, useRef } from 'react'

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
export function useJobRequest<R extends JobRequest>(
  formName: string,
  version: number,
  createInitial: () => R,
): [
  request: R,
  change: (request: R) => void,
  storeJobId: (jobId?: string) => void,
  markPublished: (jobId: string | undefined) => void,
] {
  const sharedKey = `mcwick.${formName}.asked.${version}`
  const [request, storeRequest] = useSessionStorage<R>(
    `mcwick.${formName}.wish`,
    version,
    () => readRecentRequest<R>(sharedKey) ?? createInitial(),
  )
  const changeRequest = useCallback(
    (next: R) => {
      storeRequest(next)
      if (next.jobId && !next.isPublished) shareWithTabs(sharedKey, next)
      else if (request.jobId) stopSharing(sharedKey, request.jobId)
    },
    [storeRequest, sharedKey, request.jobId],
  )
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })
  const markPublished = (jobId: string | undefined) => {
    const now = latest.current
    if (now.jobId === jobId) changeRequest({ ...now, isPublished: true })
  }
  const storeJobId = (jobId?: string) =>
    changeRequest({ ...request, jobId, isPublished: request.isPublished && jobId === request.jobId })
  return [request, changeRequest, storeJobId, markPublished]
}

const sharedRetentionMs = 15 * 60_000 // longer than any job waits in the queue and runs

type SharedRequest<R> = R & {
  /** Unix time in milliseconds. */
  since: number
}

function readRecentRequest<R extends JobRequest>(sharedKey: string): R | undefined {
  const shared = readShared<R>(sharedKey)
  return shared && Date.now() - shared.since <= sharedRetentionMs ? shared : undefined
}

function shareWithTabs<R extends JobRequest>(sharedKey: string, request: R) {
  if (readShared(sharedKey)?.jobId === request.jobId) return
  tryStorage(() =>
    localStorage.setItem(sharedKey, JSON.stringify({ ...request, since: Date.now() } satisfies SharedRequest<R>)),
  )
}

/** Removes the shared request, unless another tab has replaced it since. */
function stopSharing(sharedKey: string, jobId: string) {
  if (readShared(sharedKey)?.jobId === jobId) tryStorage(() => localStorage.removeItem(sharedKey))
}

function readShared<R extends JobRequest>(sharedKey: string): SharedRequest<R> | undefined {
  return tryStorage(() => JSON.parse(localStorage.getItem(sharedKey) ?? 'null') ?? undefined)
}

/** Runs a storage access; where storage is unavailable nothing is shared. */
function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
