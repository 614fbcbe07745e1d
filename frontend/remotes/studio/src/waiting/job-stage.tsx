import type { Job } from '@mcwick/api-calls'
import { RotatingMessages, type RotatingMessagesProps } from '@mcwick/forms'
import { QueueStatus } from '@mcwick/jobs'
import { Mascot } from '@mcwick/ui'
import { texts } from '../texts'

interface JobStageProps {
  generating: boolean
  /** The messages that rotate while the artwork is drawn. */
  messages: RotatingMessagesProps
  /** The last known version of the job. */
  job: Job | undefined
  isSolving: boolean
  onCancel: () => void
}

/** The placeholder of the artwork, in its final size: empty at first, then the progress of the job. */
export function JobStage({ generating, messages, job, isSolving, onCancel }: JobStageProps) {
  return (
    <div className="studio-stage" data-idle={generating ? undefined : ''}>
      <div className="studio-frame studio-easel">
        {generating ? (
          <Progress messages={messages} job={job} isSolving={isSolving} onCancel={onCancel} />
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

function Progress({ messages, job, isSolving, onCancel }: Omit<JobStageProps, 'generating'>) {
  return (
    <>
      <RotatingMessages {...messages} />
      <div className="studio-bar" role="progressbar" aria-label={texts.waiting.bar}>
        <span />
      </div>
      <QueueStatus
        className="studio-queue"
        label={texts.waiting.bar}
        job={job}
        isSolving={isSolving}
        onCancel={onCancel}
      />
    </>
  )
}
