import type { CreateVideoBody, Video } from '@mcwick/api-calls'
import { useRotation } from '@mcwick/forms'
import { FailurePanel, QueueStatus } from '@mcwick/jobs'
import { Spinner } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from '../texts'
import { useIsNew } from '../use-is-new'
import type { Stage } from '../use-stage'
import { OwnVideo } from './own-video'

const { video: videoTexts } = texts
const patterMs = 4000

interface VideoPanelProps {
  ref: Ref<HTMLElement>
  video: Stage<CreateVideoBody, Video, Video>
  onCancel: () => void
  /** Undefined while another script is written, which would discard the video. */
  onRetry: (() => void) | undefined
  /** Leads back to the script. */
  onAgain: () => void
}

/** The video, its progress, or why it failed. */
export function VideoPanel({ ref, video, onCancel, onRetry, onAgain }: VideoPanelProps) {
  const { isPending, job, isSolving, failure, result } = video
  const isNew = useIsNew(result, isPending)
  return (
    <section ref={ref} tabIndex={-1} className="bictok-card bictok-video" aria-label={videoTexts.heading}>
      <p className="sr-only" role="status">
        {isNew && !failure && videoTexts.ready}
      </p>
      <h2>{videoTexts.heading}</h2>
      {isPending && <VideoProgress job={job} isSolving={isSolving} onCancel={onCancel} />}
      {failure && !isPending && <FailurePanel failure={failure} onRetry={onRetry} />}
      {result && !isPending && <OwnVideo key={result.id} video={result} onAgain={onAgain} />}
    </section>
  )
}

interface VideoProgressProps extends Pick<VideoPanelProps['video'], 'job' | 'isSolving'> {
  onCancel: () => void
}

function VideoProgress(props: VideoProgressProps) {
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
