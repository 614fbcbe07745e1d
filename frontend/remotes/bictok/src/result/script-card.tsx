import type { JobScript, JobSpeech } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { Badge, CopyButton, ErrorPanel, MadeBy } from '@mcwick/ui'
import { type RefCallback, useState } from 'react'
import { texts } from '../texts'
import { Transcript } from './transcript'
import { useSpokenWord } from './use-spoken-word'

const { result, audio } = texts

interface ScriptCardProps {
  script: JobScript
  speech: JobSpeech | undefined
}

/** The script and, once it is told, its sound. */
export function ScriptCard({ script, speech }: ScriptCardProps) {
  const [word, follow] = useSpokenWord(speech)
  return (
    <>
      <div className="bictok-facts">
        <Badge>
          <span className="sr-only">{result.durationLabel}: </span>
          <span aria-hidden="true">⏱ </span>
          {result.duration(script.durationSeconds)}
        </Badge>
        <Badge>{result.words(script.wordCount)}</Badge>
        <CopyButton text={script.text} label={result.copy} copied={result.copied} notCopied={result.notCopied} />
      </div>
      <Transcript text={script.text} word={word} />
      {speech && (
        <div className="bictok-sound">
          <Player key={speech.id} speech={speech} follow={follow} />
          <MadeBy source={speech.source} words={audio.madeBy} />
        </div>
      )}
    </>
  )
}

function Player({ speech, follow }: { speech: JobSpeech; follow: RefCallback<HTMLAudioElement> }) {
  const { mediaBase } = useShell().config
  const [isGone, setIsGone] = useState(false)
  if (isGone) return <ErrorPanel reason={audio.gone}>{audio.failed}</ErrorPanel>
  return (
    <audio
      ref={follow}
      className="bictok-audio"
      controls
      crossOrigin="anonymous"
      preload="metadata"
      aria-label={audio.label}
    >
      <source src={mediaBase + speech.objectName} type="audio/mpeg" onError={() => setIsGone(true)} />
      <track kind="captions" src={mediaBase + speech.captionsObjectName} srcLang="en" label={audio.captions} />
      {audio.unsupported}
    </audio>
  )
}
