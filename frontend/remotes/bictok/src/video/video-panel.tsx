import type { Video } from '@mcwick/api-calls'
import { type Failure, QueueStatus } from '@mcwick/jobs'
import { ErrorPanel, Spinner } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from '../texts'
import { Film } from './film'
import { Takeaway } from './takeaway'

const { video: words } = texts

interface VideoPanelProps {
  panel: Ref<HTMLElement>
  isPending: boolean
  /** What is known of the video on its way. */
  job: Video | undefined
  failure: Failure | undefined
  video: Video | undefined
  onCancel: () => void
  onRetry: () => void
}

/** The video, or that it is made, or that it was not. */
export function VideoPanel({ panel, isPending, job, failure, video, onCancel, onRetry }: VideoPanelProps) {
  return (
    <section ref={panel} tabIndex={-1} className="bictok-card bictok-video" aria-label={words.heading}>
      <h2>{words.heading}</h2>
      {isPending && <Making job={job} onCancel={onCancel} />}
      {failure && !isPending && (
        <ErrorPanel error={failure.error} reason={failure.reason} onRetry={onRetry}>
          {failure.message}
        </ErrorPanel>
      )}
      {video && !isPending && (
        <div className="bictok-screening">
          <Film key={video.id} video={video} />
          <Takeaway key={`${video.id} taken`} video={video} />
        </div>
      )}
    </section>
  )
}

function Making({ job, onCancel }: { job: Video | undefined; onCancel: () => void }) {
  const percent = job?.percent ?? 0
  return (
    <div className="bictok-screening">
      <div className="bictok-phone bictok-making">
        <div className="bictok-molten" style={{ transform: `translateY(${100 - percent}%)` }} />
        <Spinner label={words.waiting} />
        <progress className="bictok-progress" max={100} value={percent} aria-label={words.progress} />
        <p aria-hidden="true">{words.percent(percent)}</p>
        <QueueStatus className="bictok-queue" label={words.waiting} job={job} onCancel={onCancel} />
      </div>
    </div>
  )
}
