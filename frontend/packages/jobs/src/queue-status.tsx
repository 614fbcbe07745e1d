import { Button } from '@mcwick/ui'
import { useEffect, useState } from 'react'
import { formatDuration } from './format-duration'
import type { JobStatus } from './job-endpoints'
import { texts } from './texts'

const showAfterMs = 3000 // a shorter wait shows no queue position

interface QueueStatusProps {
  /** The accessible name of the job. */
  label: string
  /** The last known version of the job. */
  job: JobStatus | undefined
  /** Whether the request waits for the solution of a challenge. */
  isSolving: boolean
  onCancel: () => void
  className: string
}

/**
 * The queue position, the estimate and a cancel button, shown after three seconds; before that, that a challenge is being
 * solved. `className` reserves their height.
 */
export function QueueStatus({ label, job, isSolving, onCancel, className }: QueueStatusProps) {
  const isShown = useHasElapsed(showAfterMs)
  return (
    <div className={className}>
      <p role="status">
        <span className="sr-only">{label}. </span>
        {isSolving ? texts.solving : isShown && formatQueueStatus(job)}
      </p>
      {isShown && job && (
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
    </div>
  )
}

/** Formats queue position and estimate; empty when the position is unknown. */
export function formatQueueStatus(job: JobStatus | undefined): string {
  if (!job?.position) return ''
  const position = texts.position(job.position)
  if (!job.estimateSeconds) return position
  return `${position} ${texts.estimate(formatDuration(job.estimateSeconds))}`
}

function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}
