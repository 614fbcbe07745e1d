import type { Speech } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, MadeBy, Spinner, useFailure } from '@mcwick/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefCallback, useState } from 'react'
import { isForgotten } from '../api/speech'
import { texts } from '../texts'

const { audio } = texts

interface SoundProps {
  query: UseQueryResult<Speech>
  follow: RefCallback<HTMLAudioElement>
}

/** The sound of a speech, or why it does not play. */
export function Sound({ query, follow }: SoundProps) {
  const { data: speech, refetch } = query
  const error = useFailure(query)
  if (speech)
    return (
      <div className="bictok-sound">
        <Player speech={speech} follow={follow} />
        <MadeBy source={speech.source} words={audio.madeBy} />
      </div>
    )
  if (isForgotten(error)) return <Gone />
  return error ? (
    <ErrorPanel error={error} onRetry={refetch}>
      {audio.notLoaded}
    </ErrorPanel>
  ) : (
    <div className="bictok-telling">
      <Spinner label={audio.loading} />
    </div>
  )
}

function Player({ speech, follow }: { speech: Speech; follow: RefCallback<HTMLAudioElement> }) {
  const { mediaBase } = useShell().config
  const [isGone, setIsGone] = useState(false)
  if (isGone) return <Gone />
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

function Gone() {
  return <ErrorPanel reason={audio.gone}>{audio.failed}</ErrorPanel>
}
