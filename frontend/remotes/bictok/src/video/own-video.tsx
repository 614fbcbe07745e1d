import type { Video } from '@mcwick/api-calls'
import { useQuery } from '@tanstack/react-query'
import { videoQuery } from '../api/video'
import { VideoActions } from './video-actions'
import { VideoPlayer } from './video-player'
import { ownUrls } from './video-urls'

/** A video of this visitor, with its buttons. */
export function OwnVideo({ video: made, onAgain }: { video: Video; onAgain: () => void }) {
  const { data: video = made, refetch } = useQuery(videoQuery(made))
  const renew = async () => {
    const { data = made } = await refetch({ throwOnError: true })
    return ownUrls(data)
  }
  const urls = ownUrls(video)
  return (
    <div className="bictok-screening">
      <VideoPlayer video={video} urls={urls} onRenew={renew} />
      <VideoActions video={video} url={urls.source} onRenew={async () => (await renew()).source} onAgain={onAgain} />
    </div>
  )
}
