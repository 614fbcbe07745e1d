import type { Video } from '@mcwick/api-calls'
import { useRotation } from '@mcwick/forms'
import { type Failure, FailurePanel, QueueStatus } from '@mcwick/jobs'
import { Spinner } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from '../texts'
import { useIsNew } from '../use-is-new'
import { OwnVideo } from './own-video'

const { video: videoTexts } = texts
const patterMs = 4000

interface VideoPanelProps {
  ref: Ref<HTMLElement>
  isPending: boolean
  /** The last known version of the video in progress. */
  job: Video | undefined
  isSolving: boolean
  failure: Failure | undefined
  video: Video | undefined
  onCancel: () => void
  /** Undefined while another script is written, which would discard the video. */
  onRetry: (() => void) | undefined
  /** Leads back to the script. */
  onAgain: () => void
}

/** The video, its progress, or why it failed. */
export function VideoPanel(props: VideoPanelProps) {
  const { ref, isPending, job, isSolving, failure, video, onCancel, onRetry, onAgain } = props
  const isNew = useIsNew(video, isPending)
  return (
    <section ref={ref} tabIndex={-1} className="bictok-card bictok-video" aria-label={videoTexts.heading}>
      <p className="sr-only" role="status">
        {isNew && !failure && videoTexts.ready}
      </p>
      <h2>{videoTexts.heading}</h2>
      {isPending && <VideoProgress job={job} isSolving={isSolving} onCancel={onCancel} />}
      {failure && !isPending && <FailurePanel failure={failure} onRetry={onRetry} />}
      {video && !isPending && <OwnVideo key={video.id} video={video} onAgain={onAgain} />}
    </section>
  )
}

function VideoProgress(props: Pick<VideoPanelProps, 'job' | 'isSolving' | 'onCancel'>) {
  const { job } = props
  const percent = job?.percent ?? 0
  const patter = useRotation(videoTexts.patter, patterMs)
  return (
    <div className="bictok-screening">
      <div className="bictok-phone bictok-making">
        <div className="bictok-molten" style={{ transform: `translateY(${100 - percent}%)` }} />
        <Spinner label={videoTexts.waiting} />
        <progress className="bictok-progress" max={100} value={percent} aria-label={videoTexts.progress} />
        <p aria-hidden="true">{videoTexts.percent(percent)}</p>
        <p className="bictok-patter" aria-hidden="true">
          {patter}
        </p>
        <QueueStatus {...props} className="bictok-queue" label={videoTexts.waiting} />
      </div>
      {job && <p className="bictok-leave">{videoTexts.leave}</p>}
    </div>
  )
}
