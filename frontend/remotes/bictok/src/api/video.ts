import {
  type CreateVideoBody,
  cancelVideo,
  createVideo,
  getSharedVideo,
  getVideo,
  shareVideo,
  type Video,
} from '@mcwick/api-calls'
import { newIntent as createIdempotentSender, userAction } from '@mcwick/api-client'
import type { JobDefinition, JobEndpoints } from '@mcwick/jobs'
import { queryOptions } from '@tanstack/react-query'

const createOnce = createIdempotentSender()

const videos: JobEndpoints<Video> = {
  events: (id) => `/api/v1/videos/${encodeURIComponent(id)}/events`,
  get: (id, request) => getVideo(id, undefined, request),
  cancel: cancelVideo,
}

/** A video of what was told. */
export const videoOrder: JobDefinition<CreateVideoBody, Video, Video> = {
  endpoints: videos,
  spanName: () => 'make a video',
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
