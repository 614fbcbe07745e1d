import {
  appealSharedVideo,
  listSharedVideos,
  type OwnSharedVideo,
  type SharedVideo,
  withdrawSharedVideo,
} from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { WithdrawDialog } from '@mcwick/forms'
import { Button, Link, MadeBy, Picture } from '@mcwick/ui'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'
import { isHidden, PostModeration } from './post-moderation'

const { posts } = texts

/** The query of the videos that this account or device shared. The key begins as that of its pictures does. */
export const ownVideosQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['publications', 'videos', session],
    queryFn: ({ pageParam, signal }) =>
      listSharedVideos(pageParam ? { cursor: pageParam } : {}, { signal, personal: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  })

interface OwnVideosProps {
  videos: OwnSharedVideo[]
  onAppealed: () => unknown
  onWithdrawn: () => void
}

/** The shared videos, each with a delete button. */
export function OwnVideos({ videos, onAppealed, onWithdrawn }: OwnVideosProps) {
  const client = useQueryClient()
  const [toDelete, setToDelete] = useState<string>()
  const withdraw = async () => {
    if (!toDelete) return
    await userAction('take a video down', (span) => withdrawSharedVideo(toDelete, { span }))
    client.removeQueries({ queryKey: ['shared-videos', toDelete] }) // or its page would show it from the cache
  }
  return (
    <>
      <h3>{posts.videos}</h3>
      <ul className="verse-posts">
        {videos.map(
          ({ video, moderation }) =>
            video && (
              <li key={video.id} className="verse-post">
                {isHidden({ moderation }) ? <p>{video.description}</p> : <Poster video={video} />}
                <MadeBy source={video.source} words={posts.videoBy} />
                {moderation && (
                  <PostModeration
                    moderation={moderation}
                    sendAppeal={(text) =>
                      userAction('appeal', (span) => appealSharedVideo(video.id, { text }, { span }))
                    }
                    onAppealed={onAppealed}
                  />
                )}
                <Button size="small" kind="danger" onClick={() => setToDelete(video.id)}>
                  {posts.withdraw}
                </Button>
              </li>
            ),
        )}
      </ul>
      <WithdrawDialog
        open={toDelete !== undefined}
        send={withdraw}
        onClose={() => setToDelete(undefined)}
        onWithdrawn={onWithdrawn}
      />
    </>
  )
}

function Poster({ video }: { video: SharedVideo }) {
  return (
    <Link href={`/bictok/${video.id}`}>
      <Picture
        image={{ objectName: video.posterObjectName, variants: [], placeholder: '' }}
        alt={video.description}
        sizes="(width >= 48rem) 11rem, 45vw"
      />
    </Link>
  )
}
