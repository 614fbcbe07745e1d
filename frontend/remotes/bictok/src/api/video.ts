import {
  type CreateVideoBody,
  cancelVideo,
  createVideo,
  getImage,
  getSharedVideo,
  getSharedVideoModeration,
  getVideo,
  type Video,
} from '@mcwick/api-calls'
import { imagesKey } from '@mcwick/api-client'
import type { JobDefinition } from '@mcwick/jobs'
import { queryOptions } from '@tanstack/react-query'

/** The job that renders the video of a speech. */
export const videoJob: JobDefinition<CreateVideoBody, Video, Video> = {
  endpoints: {
    events: (id) => `/api/v1/videos/${encodeURIComponent(id)}/events`,
    get: (id, request) => getVideo(id, undefined, request),
    cancel: cancelVideo,
  },
  spanName: () => 'make a video',
  challengePurpose: 'video',
  create: (input, send) => send('video', input, createVideo),
  getResult: (video) => video,
}

/**
 * The query of a video of this visitor. The video never changes, but its addresses are good for some minutes: `video`, which
 * may have been stored a while ago, is shown until it is read again.
 */
export const videoQuery = (video: Video) =>
  queryOptions({
    queryKey: ['videos', video.id],
    queryFn: ({ signal }) => getVideo(video.id, undefined, { signal, personal: true }),
    placeholderData: video,
    staleTime: 60_000,
  })

/** The query of a shared video. It never changes. */
export const sharedVideoQuery = (videoId: string) =>
  queryOptions({
    queryKey: ['shared-videos', videoId],
    queryFn: ({ signal }) => getSharedVideo(videoId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The query of the handle that a shared video shows, as the gallery has it by now; empty for none. */
export const videoHandleQuery = (videoId: string) =>
  queryOptions({
    queryKey: [...imagesKey, 'handle', videoId],
    queryFn: async ({ signal }) => (await getImage(videoId, { signal })).handle ?? '',
    staleTime: 60_000,
  })

/** The query of what was decided about a shared video of this visitor; for others nothing, and 404 of a hidden one. */
export const videoModerationQuery = (videoId: string, account: string) =>
  queryOptions({
    queryKey: ['shared-videos', videoId, 'moderation', account],
    queryFn: ({ signal }) => getSharedVideoModeration(videoId, { signal, personal: true }),
    retry: false,
  })
