import type { JobScript, JobSpeech, ScriptInput, SpeechInput } from '@mcwick/api-calls'
import { ActionButton } from '@mcwick/forms'
import { type Failure, FailurePanel, QueueStatus } from '@mcwick/jobs'
import { Mascot, Spinner } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from '../texts'
import { useIsNew } from '../use-is-new'
import type { Stage } from '../use-stage'
import { ScriptCard } from './script-card'
import { ScriptWaiting } from './script-waiting'

const { result: resultTexts, audio } = texts

interface ResultPanelProps {
  ref: Ref<HTMLElement>
  script: Stage<ScriptInput, JobScript>
  speech: Stage<SpeechInput, JobSpeech>
  /** Why the script failed. */
  failure: Failure | undefined
  /** Whether a speech or video is in progress. */
  isLocked: boolean
  /** Whether there is a video already. */
  hasVideo: boolean
  onRegenerate: () => void
  onGenerateSpeech: () => void
  /** Retries a failed speech. */
  onRetrySpeech: () => void
  onGenerateVideo: () => void
  onCancelScript: () => void
  onCancelSpeech: () => void
}

/** The script with its speech, and the buttons of the next steps. */
export function ResultPanel(props: ResultPanelProps) {
  const { ref, script, speech, failure, isLocked, hasVideo, onRegenerate, onGenerateSpeech, onGenerateVideo } = props
  const isSpeechNew = useIsNew(speech.result, speech.isPending)
  const readyStatus = speech.result ? isSpeechNew && !speech.failure && audio.ready : !failure && resultTexts.ready
  const isIdle = !script.isPending && !script.result && !failure
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="bictok-card bictok-result"
      aria-label={resultTexts.heading}
      data-idle={isIdle ? '' : undefined}
    >
      <p className="sr-only" role="status">
        {script.result && !script.isPending && readyStatus}
      </p>
      {isIdle && (
        <div className="bictok-idle">
          <Mascot pose="pose-phone" lively />
          <p>{resultTexts.idle}</p>
        </div>
      )}
      {script.isPending && (
        <ScriptWaiting job={script.job} isSolving={script.isSolving} onCancel={props.onCancelScript} />
      )}
      {failure && !script.isPending && (
        <FailurePanel failure={failure} onRetry={script.body?.text && !isLocked ? onRegenerate : undefined} />
      )}
      {script.result && !script.isPending && (
        <>
          <h2>{resultTexts.heading}</h2>
          <ScriptCard script={script.result} speech={speech.result} />
          <SpeechStatus
            speech={speech}
            onRetry={isLocked ? undefined : props.onRetrySpeech}
            onCancel={props.onCancelSpeech}
          />
          <div className="bictok-actions">
            <ActionButton disabledReason={isLocked ? texts.rolling : undefined} onClick={onRegenerate}>
              {resultTexts.regenerate}
            </ActionButton>
            <ActionButton kind={speech.result ? 'plain' : 'primary'} busy={isLocked} onClick={onGenerateSpeech}>
              {resultTexts.audio}
            </ActionButton>
            <ActionButton
              kind={speech.result && !hasVideo ? 'primary' : 'plain'}
              busy={isLocked}
              disabledReason={speech.result || isLocked ? undefined : resultTexts.noAudio}
              onClick={onGenerateVideo}
            >
              {resultTexts.video}
            </ActionButton>
          </div>
        </>
      )}
    </section>
  )
}

interface SpeechStatusProps {
  speech: Stage<SpeechInput, JobSpeech>
  onRetry: (() => void) | undefined
  onCancel: () => void
}

/** The progress of the speech, or why it failed. */
function SpeechStatus({ speech, onRetry, onCancel }: SpeechStatusProps) {
  const { isPending, isSolving, failure, job } = speech
  if (isPending)
    return (
      <div className="bictok-speech-status">
        <Spinner label={audio.waiting} />
        <QueueStatus
          className="bictok-queue"
          label={audio.waiting}
          job={job}
          isSolving={isSolving}
          onCancel={onCancel}
        />
      </div>
    )
  return failure && <FailurePanel failure={failure} onRetry={onRetry} />
}
