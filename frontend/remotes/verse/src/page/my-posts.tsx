import {
  appealPublication,
  appealSharedVideo,
  listPublications,
  listSharedVideos,
  type Publication,
  withdrawPublication,
  withdrawSharedVideo,
} from '@mcwick/api-calls'
import { ApiError, userAction } from '@mcwick/api-client'
import { ModerationPanel, pagedList, usePersonalReads, WithdrawDialog } from '@mcwick/forms'
import { Button, ButtonLink, ErrorPanel, Link, MadeBy, Picture, Spinner, useFailure } from '@mcwick/ui'
import { type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { texts } from '../texts'

const { posts } = texts
const sizes = '(width >= 48rem) 11rem, 45vw'

interface MyPostsProps {
  /** The session: another account or assurance has another list. */
  session?: (string | undefined)[]
  /** Renders nothing for an empty list. */
  hideWhenEmpty?: boolean
}

/** The pictures and videos of this account or device, each with a delete button. */
export function MyPosts({ session = [], hideWhenEmpty = false }: MyPostsProps) {
  const client = useQueryClient()
  const { enabled } = usePersonalReads()
  const query = useInfiniteQuery({
    queryKey: ['publications', ...session],
    queryFn: ({ pageParam, signal }) =>
      listPublications(pageParam ? { cursor: pageParam } : {}, { signal, personal: true }),
    enabled,
    ...pagedList,
  })
  const videosQuery = useInfiniteQuery({
    queryKey: ['publications', 'videos', ...session], // begins as the other one does
    queryFn: ({ pageParam, signal }) =>
      listSharedVideos(pageParam ? { cursor: pageParam } : {}, { signal, personal: true }),
    enabled,
    ...pagedList,
  })
  const failure = useFailure(query)
  const videosFailure = useFailure(videosQuery)
  const [toWithdraw, setToWithdraw] = useState<{ id: string; name: string; send: typeof withdrawPublication }>()
  const mine = query.data?.pages.flatMap(({ publications }) => publications)
  const videos = videosQuery.data?.pages.flatMap(({ videos }) => videos)
  // The pressed button leaves with its post or at the end of the list, so the focus goes to the heading.
  const heading = useRef<HTMLHeadingElement>(null)
  const [pressed, setPressed] = useState<string>()
  const ids = [...(mine ?? []), ...(videos ?? []).map(({ video }) => video)].map((post) => post?.id)
  const more = [query.hasNextPage && posts.more, videosQuery.hasNextPage && posts.moreVideos]
  const isGone = pressed !== undefined && ![...ids, ...more].includes(pressed)
  useEffect(() => {
    if (isGone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isGone])
  const withdraw = async () => {
    if (!toWithdraw) return
    const { id, name, send } = toWithdraw
    await userAction(name, (span) => send(id, { span })).catch((error) => {
      // A video that is taken down is not found: only the answer to the call before was lost.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    })
    client.removeQueries({ queryKey: ['shared-videos', id] }) // or a video's page would show it from the cache
  }
  if (hideWhenEmpty && ids.length === 0 && !isGone) return null
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
          <PostItem
            key={post.id}
            of={post}
            appeal={appealPublication}
            onAppealed={query.refetch}
            onWithdraw={() => setToWithdraw({ id: post.id, name: 'take a picture down', send: withdrawPublication })}
          >
            <PostPicture post={post} />
            <MadeBy source={post.source} words={posts.madeBy} />
          </PostItem>
        ))}
      </ul>
      <MoreButton query={query} onFocus={() => setPressed(posts.more)}>
        {posts.more}
      </MoreButton>
      {videos && videos.length > 0 && (
        <>
          <h3>{posts.videos}</h3>
          <ul className="verse-posts">
            {videos.map(
              ({ video, moderation }) =>
                video && (
                  <PostItem
                    key={video.id}
                    of={{ id: video.id, moderation }}
                    appeal={appealSharedVideo}
                    onAppealed={videosQuery.refetch}
                    onWithdraw={() =>
                      setToWithdraw({ id: video.id, name: 'take a video down', send: withdrawSharedVideo })
                    }
                  >
                    {isHidden({ moderation }) ? (
                      <p>{video.description}</p>
                    ) : (
                      <Link href={`/bictok/${video.id}`}>
                        <Picture
                          image={{ objectName: video.posterObjectName, variants: [], placeholder: '' }}
                          alt={video.description}
                          sizes={sizes}
                        />
                      </Link>
                    )}
                    <MadeBy source={video.source} words={posts.videoBy} />
                  </PostItem>
                ),
            )}
          </ul>
        </>
      )}
      <MoreButton query={videosQuery} onFocus={() => setPressed(posts.moreVideos)}>
        {posts.moreVideos}
      </MoreButton>
      <WithdrawDialog
        open={toWithdraw !== undefined}
        id={toWithdraw?.id}
        send={withdraw}
        onClose={() => setToWithdraw(undefined)}
        onWithdrawn={() => setPressed(toWithdraw?.id)}
      />
    </section>
  )
}

interface PostItemProps {
  of: Pick<Publication, 'id' | 'moderation'>
  appeal: typeof appealPublication
  onAppealed: () => unknown
  onWithdraw: () => void
  children: ReactNode
}

/** A picture or a video with what was decided about it, and a delete button. */
function PostItem({ of: { id, moderation }, appeal, onAppealed, onWithdraw, children }: PostItemProps) {
  return (
    <li className="verse-post">
      {children}
      {moderation && (
        <ModerationPanel
          moderation={moderation}
          words={posts.moderation}
          className="verse-sheet"
          sendAppeal={(text) => userAction('appeal', (span) => appeal(id, { text }, { span }))}
          onAppealed={onAppealed}
        />
      )}
      <Button size="small" kind="danger" onClick={onWithdraw}>
        {posts.withdraw}
      </Button>
    </li>
  )
}

function MoreButton({ query, ...rest }: { query: UseInfiniteQueryResult } & ComponentProps<typeof Button>) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!hasNextPage) return null
  return <Button {...rest} aria-disabled={isFetchingNextPage} onClick={() => isFetchingNextPage || fetchNextPage()} />
}

/** Whether a decision keeps a post from being public. */
function isHidden({ moderation }: Pick<Publication, 'moderation'>) {
  return moderation?.state === 'MODERATION_STATE_HIDDEN' || moderation?.state === 'MODERATION_STATE_REMOVED'
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
      <Picture image={post} alt={alt} sizes={sizes} />
    </Link>
  )
}
