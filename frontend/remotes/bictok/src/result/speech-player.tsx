import type { Speech } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, MadeBy, Spinner, useFailure } from '@mcwick/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefCallback, useState } from 'react'
import { isSpeechNotFound } from '../api/speech'
import { texts } from '../texts'

const { audio } = texts

interface SpeechPlayerProps {
  query: UseQueryResult<Speech>
  audioRef: RefCallback<HTMLAudioElement>
}

/** The audio player of a speech, or why it does not play. */
export function SpeechPlayer({ query, audioRef }: SpeechPlayerProps) {
  const { data: speech, refetch } = query
  const error = useFailure(query)
  if (speech)
    return (
      <div className="bictok-sound">
        <AudioPlayer speech={speech} audioRef={audioRef} />
        <MadeBy source={speech.source} words={audio.madeBy} />
      </div>
    )
  if (isSpeechNotFound(error)) return <SpeechNotFound />
  return error ? (
    <ErrorPanel error={error} onRetry={refetch}>
      {audio.notLoaded}
    </ErrorPanel>
  ) : (
    <div className="bictok-speech-status">
      <Spinner label={audio.loading} />
    </div>
  )
}

function AudioPlayer({ speech, audioRef }: { speech: Speech; audioRef: RefCallback<HTMLAudioElement> }) {
  const { mediaBase } = useShell().config
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing) return <SpeechNotFound />
  return (
    <audio
      ref={audioRef}
      className="bictok-audio"
      controls
      crossOrigin="anonymous"
      preload="metadata"
      aria-label={audio.label}
    >
      <source src={mediaBase + speech.objectName} type="audio/mpeg" onError={() => setIsMissing(true)} />
      <track kind="captions" src={mediaBase + speech.captionsObjectName} srcLang="en" label={audio.captions} />
      {audio.unsupported}
    </audio>
  )
}

function SpeechNotFound() {
  return <ErrorPanel reason={audio.gone}>{audio.failed}</ErrorPanel>
}
