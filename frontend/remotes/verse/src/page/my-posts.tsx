import { appealPublication, listPublications, type Publication, withdrawPublication } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { WithdrawDialog } from '@mcwick/forms'
import { Button, ButtonLink, ErrorPanel, Link, MadeBy, Picture, Spinner, useFailure } from '@mcwick/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts'
import { OwnVideos, ownVideosQuery } from './own-videos'
import { isHidden, PostModeration } from './post-moderation'

const { posts } = texts
const postsKey = ['publications'] as const

interface MyPostsProps {
  /** The session: another account or assurance has another list. */
  session?: string
  /** Renders nothing for an empty list. */
  hideWhenEmpty?: boolean
}

/** The publications of this account or device, each with a delete button. */
export function MyPosts({ session = '', hideWhenEmpty = false }: MyPostsProps) {
  const query = useInfiniteQuery({
    queryKey: [...postsKey, session],
    queryFn: ({ pageParam, signal }) =>
      listPublications(pageParam ? { cursor: pageParam } : {}, { signal, personal: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  })
  const videosQuery = useInfiniteQuery(ownVideosQuery(session))
  const failure = useFailure(query)
  const videosFailure = useFailure(videosQuery)
  const [postToDelete, setPostToDelete] = useState<Publication>()
  const mine = query.data?.pages.flatMap(({ publications }) => publications)
  const videos = videosQuery.data?.pages.flatMap(({ videos }) => videos)
  // The pressed button leaves with its post, so the focus goes to the heading.
  const heading = useRef<HTMLHeadingElement>(null)
  const countBefore = useRef(0)
  const count = (mine?.length ?? 0) + (videos?.length ?? 0)
  useEffect(() => {
    if (count < countBefore.current) heading.current?.focus()
    countBefore.current = 0
  }, [count])
  const onWithdrawn = () => {
    countBefore.current = count
  }
  if (hideWhenEmpty && count === 0) return null
  return (
    <section className="verse-sheet" aria-labelledby="my-posts">
      <h2 id="my-posts" ref={heading} tabIndex={-1}>
        {posts.title}
      </h2>
      {(failure ?? videosFailure) && (
        <ErrorPanel
          error={failure ?? videosFailure}
          onRetry={() => Promise.all([query.refetch(), videosQuery.refetch()])}
        >
          {posts.failed}
        </ErrorPanel>
      )}
      {!mine && !failure && <Spinner label={posts.loading} />}
      {mine?.length === 0 && videos?.length === 0 && (
        <div className="verse-none">
          <p>{posts.none}</p>
          <ButtonLink href="/ai">{posts.make}</ButtonLink>
        </div>
      )}
      <ul className="verse-posts">
        {mine?.map((post) => (
          <li key={post.id} className="verse-post">
            <PostPicture post={post} />
            <MadeBy source={post.source} words={posts.madeBy} />
            {post.moderation && (
              <PostModeration
                moderation={post.moderation}
                sendAppeal={(text) => userAction('appeal', (span) => appealPublication(post.id, { text }, { span }))}
                onAppealed={query.refetch}
              />
            )}
            <Button size="small" kind="danger" onClick={() => setPostToDelete(post)}>
              {posts.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          aria-disabled={query.isFetchingNextPage}
          onClick={() => query.isFetchingNextPage || query.fetchNextPage()}
        >
          {posts.more}
        </Button>
      )}
      {videos && videos.length > 0 && (
        <OwnVideos videos={videos} onAppealed={videosQuery.refetch} onWithdrawn={onWithdrawn} />
      )}
      {videosQuery.hasNextPage && (
        <Button
          aria-disabled={videosQuery.isFetchingNextPage}
          onClick={() => videosQuery.isFetchingNextPage || videosQuery.fetchNextPage()}
        >
          {posts.moreVideos}
        </Button>
      )}
      <WithdrawDialog
        open={postToDelete !== undefined}
        send={async () =>
          postToDelete && userAction('take a picture down', (span) => withdrawPublication(postToDelete.id, { span }))
        }
        onClose={() => setPostToDelete(undefined)}
        onWithdrawn={onWithdrawn}
      />
    </section>
  )
}

/** A post's picture: one that is not public yet has no page, and is blurred. */
function PostPicture({ post }: { post: Publication }) {
  const alt = post.caption || posts.untitled
  if (post.awaitsCheck || isHidden(post)) {
    return (
      <>
        <img src={`data:image/webp;base64,${post.placeholder}`} alt={alt} />
        {post.awaitsCheck && <p>{posts.waiting}</p>}
      </>
    )
  }
  return (
    <Link href={`/gallery/${post.id}`}>
      <Picture image={post} alt={alt} sizes="(width >= 48rem) 11rem, 45vw" />
    </Link>
  )
}
