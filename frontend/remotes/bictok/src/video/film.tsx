import type { SharedVideo, Video } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, MadeBy } from '@mcwick/ui'
import { useState } from 'react'
import { texts } from '../texts'

const { video: words, audio } = texts

/** A video that plays, in its frame, and who made it; unless its bytes are gone. */
export function Film({ video }: { video: Video | SharedVideo }) {
  const { mediaBase } = useShell().config
  const [isGone, setIsGone] = useState(false)
  if (isGone) return <ErrorPanel>{words.gone}</ErrorPanel>
  return (
    <div className="bictok-film">
      <div className="bictok-phone">
        <video
          controls
          playsInline
          crossOrigin="anonymous"
          preload="metadata"
          poster={mediaBase + video.posterObjectName}
          aria-label={words.label}
          width={720}
          height={1280}
        >
          <source src={mediaBase + video.objectName} type="video/mp4" onError={() => setIsGone(true)} />
          {/* The words are in the picture already: this is for who wants them larger, or read out. */}
          <track kind="captions" src={mediaBase + video.captionsObjectName} srcLang="en" label={audio.captions} />
          {words.unsupported}
        </video>
      </div>
      <MadeBy source={video.source} words={words.madeBy} />
    </div>
  )
}
