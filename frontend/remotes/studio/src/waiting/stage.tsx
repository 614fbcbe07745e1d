import type { Job } from '@mcwick/api-calls'
import { RotatingMessages, type RotatingMessagesProps } from '@mcwick/forms'
import { QueueStatus } from '@mcwick/jobs'
import { Mascot } from '@mcwick/ui'
import { texts } from '../texts'

interface StageProps {
  generating: boolean
  /** What the candle says while a picture is on its way. */
  patter: RotatingMessagesProps
  /** What is known of the picture on its way. */
  job: Job | undefined
  onCancel: () => void
}

/** The picture's place before there is a picture; it has the picture's size from the start. */
export function Stage({ generating, patter, job, onCancel }: StageProps) {
  return (
    <div className="studio-stage" data-idle={generating ? undefined : ''}>
      <div className="studio-frame studio-easel">
        {generating ? (
          <Waiting patter={patter} job={job} onCancel={onCancel} />
        ) : (
          <>
            <Mascot pose="pose-wave" lively />
            <p>{texts.waiting.frame}</p>
          </>
        )}
      </div>
    </div>
  )
}

function Waiting({ patter, job, onCancel }: Omit<StageProps, 'generating'>) {
  return (
    <>
      <RotatingMessages {...patter} />
      <div className="studio-bar" role="progressbar" aria-label={texts.waiting.bar}>
        <span />
      </div>
      <QueueStatus className="studio-queue" label={texts.waiting.bar} job={job} onCancel={onCancel} />
    </>
  )
}
