import type { SharedVideo, Video } from '@mcwick/api-calls'
import { ErrorPanel, MadeBy } from '@mcwick/ui'
import { texts } from '../texts'
import { usePlayback } from '../use-playback'
import type { VideoUrls } from './video-urls'

const { video: videoTexts, audio } = texts

interface VideoPlayerProps {
  video: Video | SharedVideo
  urls: VideoUrls
  /** Returns new URLs when these are not good any more; a shared video needs none. */
  onRenew?: () => Promise<VideoUrls>
}

/** The video player with the source label, or why it does not play. */
export function VideoPlayer({ video, urls, onRenew }: VideoPlayerProps) {
  const { ref, current, failure, retry } = usePlayback<HTMLVideoElement, VideoUrls>(urls, onRenew)
  if (failure === 'missing') return <ErrorPanel>{videoTexts.gone}</ErrorPanel>
  if (failure) return <ErrorPanel onRetry={retry}>{videoTexts.notLoaded}</ErrorPanel>
  return (
    <div className="bictok-video-player">
      <div className="bictok-phone">
        <video
          ref={ref}
          controls
          playsInline
          crossOrigin="anonymous"
          preload="metadata"
          poster={current.poster}
          aria-label={videoTexts.label}
          width={720}
          height={1280}
        >
          <source src={current.source} type="video/mp4" />
          {/* The words are part of the video; the track is for larger captions and for screen readers. */}
          <track kind="captions" src={current.captions} label={audio.captions} />
          {videoTexts.unsupported}
        </video>
      </div>
      <MadeBy source={video.source} words={videoTexts.madeBy} />
    </div>
  )
}
