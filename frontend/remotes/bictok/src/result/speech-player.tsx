import type { Speech } from '@mcwick/api-calls'
import { ErrorPanel, MadeBy, Spinner, useFailure } from '@mcwick/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefCallback, useCallback } from 'react'
import { isSpeechNotFound } from '../api/speech'
import { texts } from '../texts'
import { type Playable, usePlayback } from '../use-playback'

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
        <AudioPlayer speech={speech} onRenew={refetch} audioRef={audioRef} />
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

interface AudioPlayerProps {
  speech: Speech
  onRenew: UseQueryResult<Speech>['refetch']
  audioRef: RefCallback<HTMLAudioElement>
}

const urlsOf = ({ address, captionsAddress }: Speech) => ({ source: address, captions: captionsAddress })

function AudioPlayer({ speech, onRenew, audioRef }: AudioPlayerProps) {
  const { ref, current, failure, retry } = usePlayback<HTMLAudioElement, Playable>(urlsOf(speech), async () => {
    const { data } = await onRenew({ throwOnError: true })
    return urlsOf(data as Speech)
  })
  const setRefs = useCallback(
    (audio: HTMLAudioElement) => {
      const [leavePlayback, leaveWords] = [ref(audio), audioRef(audio)]
      return () => {
        leavePlayback?.()
        leaveWords?.()
      }
    },
    [ref, audioRef],
  )
  if (failure === 'missing') return <SpeechNotFound />
  if (failure) return <ErrorPanel onRetry={retry}>{audio.notLoaded}</ErrorPanel>
  return (
    <audio
      ref={setRefs}
      className="bictok-audio"
      controls
      crossOrigin="anonymous"
      preload="metadata"
      aria-label={audio.label}
    >
      <source src={current.source} type="audio/mpeg" />
      <track kind="captions" src={current.captions} label={audio.captions} />
      {audio.unsupported}
    </audio>
  )
}

function SpeechNotFound() {
  return <ErrorPanel reason={audio.gone}>{audio.failed}</ErrorPanel>
}
