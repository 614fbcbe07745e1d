import {
  type CreateVideoBody,
  cancelVideo,
  createVideo,
  getSharedVideo,
  getVideo,
  shareVideo,
  type Video,
} from '@mcwick/api-calls'
import { newIntent, userAction } from '@mcwick/api-client'
import type { Line, Order } from '@mcwick/jobs'
import { queryOptions } from '@tanstack/react-query'

const createOnce = newIntent()

const videos: Line<Video> = {
  events: (id) => `/api/v1/videos/${encodeURIComponent(id)}/events`,
  get: (id, request) => getVideo(id, undefined, request),
  cancel: cancelVideo,
}

/** A video of what was told. */
export const videoOrder: Order<CreateVideoBody, Video, Video> = {
  line: videos,
  action: () => 'make a video',
  create: (wish, request) => createOnce(wish, (body, headers) => createVideo(body, headers, request)),
  resultOf: (video) => video,
}

/** Lets everybody who has its address see a video. */
export function share(videoId: string) {
  return userAction('share a video', (span) => shareVideo(videoId, { span }))
}

/** A video that somebody shared. It never changes. */
export const sharedVideoQuery = (videoId: string) =>
  queryOptions({
    queryKey: ['shared-videos', videoId],
    queryFn: ({ signal }) => getSharedVideo(videoId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
