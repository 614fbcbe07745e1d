import type { SharedVideo, Video } from '@mcwick/api-calls'
import type { Playable } from '../use-playback'

/** The URLs of a video's parts. */
export interface VideoUrls extends Playable {
  poster: string
}

/** Returns the URLs of a shared video, which are below the media base. */
export function sharedUrls(video: SharedVideo, mediaBase: string): VideoUrls {
  return {
    source: mediaBase + video.objectName,
    captions: mediaBase + video.captionsObjectName,
    poster: mediaBase + video.posterObjectName,
  }
}

/** Returns the URLs of a video of this visitor, which are its addresses. */
export function ownUrls({ address, captionsAddress, posterAddress }: Video): VideoUrls {
  return { source: address, captions: captionsAddress, poster: posterAddress }
}
