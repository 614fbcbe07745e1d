import type { SharedVideo, Video } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, MadeBy } from '@mcwick/ui'
import { useState } from 'react'
import { texts } from '../texts'

const { video: videoTexts, audio } = texts

/** The video player with the source label, or an error when the file is missing. */
export function VideoPlayer({ video }: { video: Video | SharedVideo }) {
  const { mediaBase } = useShell().config
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing) return <ErrorPanel>{videoTexts.gone}</ErrorPanel>
  return (
    <div className="bictok-video-player">
      <div className="bictok-phone">
        <video
          controls
          playsInline
          crossOrigin="anonymous"
          preload="metadata"
          poster={mediaBase + video.posterObjectName}
          aria-label={videoTexts.label}
          width={720}
          height={1280}
        >
          <source src={mediaBase + video.objectName} type="video/mp4" onError={() => setIsMissing(true)} />
          {/* The words are part of the video; the track is for larger captions and for screen readers. */}
          <track kind="captions" src={mediaBase + video.captionsObjectName} srcLang="en" label={audio.captions} />
          {videoTexts.unsupported}
        </video>
      </div>
      <MadeBy source={video.source} words={videoTexts.madeBy} />
    </div>
  )
}
