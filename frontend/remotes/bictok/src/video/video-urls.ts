import type { SharedVideo, Video } from '@mcwick/api-calls'
import type { Playable } from '../use-playback'

/** The URLs of a video's parts. */
export interface VideoUrls extends Playable {
  poster: string
}

/** Returns the URLs of a shared video, which are below the media base. Those of gateways of the last release all are. */
export function sharedUrls(video: SharedVideo | Video, mediaBase: string): VideoUrls {
  return {
    source: mediaBase + video.objectName,
    captions: mediaBase + video.captionsObjectName,
    poster: mediaBase + video.posterObjectName,
  }
}

/** Returns the URLs of a video of this visitor, which are its addresses. */
export function ownUrls(video: Video, mediaBase: string): VideoUrls {
  if (!video.address) return sharedUrls(video, mediaBase)
  return { source: video.address, captions: video.captionsAddress, poster: video.posterAddress }
}
