import type { JobScript, JobSpeech, ScriptInput, SpeechInput } from '@mcwick/api-calls'
import { ActionButton } from '@mcwick/forms'
import { type Failure, QueueStatus } from '@mcwick/jobs'
import { ErrorPanel, Mascot, Spinner } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from '../texts'
import type { Stage } from '../use-stage'
import { ScriptCard } from './script-card'
import { Waiting } from './waiting'

const { result: words, audio } = texts

interface ResultPanelProps {
  panel: Ref<HTMLElement>
  script: Stage<ScriptInput, JobScript>
  speech: Stage<SpeechInput, JobSpeech>
  /** What went wrong with the script. */
  failure: Failure | undefined
  /** Something later than the script is under way. */
  rolling: boolean
  /** There is a video already, and something to do with it. */
  filmed: boolean
  onAgain: () => void
  onAudio: () => void
  /** The same, from where it failed. */
  onAudioAgain: () => void
  onVideo: () => void
  onCancelScript: () => void
  onCancelAudio: () => void
}

/** What came of the form: the script, told aloud if one likes, and the ways on from there. */
export function ResultPanel(props: ResultPanelProps) {
  const { panel, script, speech, failure, rolling, filmed, onAgain, onAudio, onVideo } = props
  const isIdle = !script.isPending && !script.result && !failure
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="bictok-card bictok-result"
      aria-label={words.heading}
      data-idle={isIdle ? '' : undefined}
    >
      <p className="sr-only" role="status">
        {script.result && !script.isPending && !failure && words.ready}
      </p>
      {isIdle && (
        <div className="bictok-idle">
          <Mascot pose="pose-phone" lively />
          <p>{words.idle}</p>
        </div>
      )}
      {script.isPending && <Waiting job={script.job} onCancel={props.onCancelScript} />}
      {failure && !script.isPending && (
        <ErrorPanel error={failure.error} reason={failure.reason} onRetry={script.body?.text ? onAgain : undefined}>
          {failure.message}
        </ErrorPanel>
      )}
      {script.result && !script.isPending && (
        <>
          <h2>{words.heading}</h2>
          <ScriptCard script={script.result} speech={speech.result} />
          <Telling speech={speech} onRetry={props.onAudioAgain} onCancel={props.onCancelAudio} />
          <div className="bictok-actions">
            <ActionButton disabledReason={rolling ? texts.rolling : undefined} onClick={onAgain}>
              {words.regenerate}
            </ActionButton>
            <ActionButton kind={speech.result ? 'plain' : 'primary'} busy={rolling} onClick={onAudio}>
              {words.audio}
            </ActionButton>
            <ActionButton
              kind={speech.result && !filmed ? 'primary' : 'plain'}
              busy={rolling}
              disabledReason={speech.result || rolling ? undefined : words.noAudio}
              onClick={onVideo}
            >
              {words.video}
            </ActionButton>
          </div>
        </>
      )}
    </section>
  )
}

interface TellingProps {
  speech: Stage<SpeechInput, JobSpeech>
  onRetry: () => void
  onCancel: () => void
}

/** The sound on its way, or why it did not come. */
function Telling({ speech, onRetry, onCancel }: TellingProps) {
  const { isPending, failure, job } = speech
  if (isPending)
    return (
      <div className="bictok-telling">
        <Spinner label={audio.waiting} />
        <QueueStatus className="bictok-queue" label={audio.waiting} job={job} onCancel={onCancel} />
      </div>
    )
  return (
    failure && (
      <ErrorPanel error={failure.error} reason={failure.reason} onRetry={onRetry}>
        {failure.message}
      </ErrorPanel>
    )
  )
}
