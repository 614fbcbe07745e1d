import { RotatingMessages, type RotatingMessagesProps } from '@mcwick/forms'
import { QueueStatus } from '@mcwick/jobs'
import { Mascot } from '@mcwick/ui'
import type { ComponentProps } from 'react'
import { texts } from '../texts'

/** What is known of a job that is in progress. */
export type JobProgress = Pick<ComponentProps<typeof QueueStatus>, 'job' | 'isSolving' | 'onCancel'>

interface JobStageProps extends JobProgress {
  generating: boolean
  /** The messages that rotate while the artwork is drawn. */
  messages: RotatingMessagesProps
}

/** The placeholder of the artwork, in its final size: empty at first, then the progress of the job. */
export function JobStage({ generating, messages, ...progress }: JobStageProps) {
  return (
    <div className="studio-stage" data-idle={generating ? undefined : ''}>
      <div className="studio-frame studio-easel">
        {generating ? (
          <>
            <RotatingMessages {...messages} />
            <div className="studio-bar" role="progressbar" aria-label={texts.waiting.bar}>
              <span />
            </div>
            <QueueStatus className="studio-queue" label={texts.waiting.bar} {...progress} />
          </>
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
