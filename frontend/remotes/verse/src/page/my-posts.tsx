import { listPublications, type Publication, withdrawPublication } from '@mcwick/api-calls'
import { imagesKey, userAction } from '@mcwick/api-client'
import { Dialog } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ButtonLink, ErrorPanel, Link, MadeBy, Picture, Spinner, useFailure } from '@mcwick/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'

const { posts } = texts
const postsKey = ['publications'] as const

interface MyPostsProps {
  /** Who asks: another holder, or one who has proven more since, has another list. */
  of?: string
  /** Says nothing when there is nothing. */
  quiet?: boolean
}

/** What this key or device published, each with a way to take it down. */
export function MyPosts({ of = '', quiet = false }: MyPostsProps) {
  const query = useInfiniteQuery({
    queryKey: [...postsKey, of],
    queryFn: ({ pageParam, signal }) =>
      listPublications(pageParam ? { cursor: pageParam } : {}, { signal, personal: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  })
  const failure = useFailure(query)
  const [asked, setAsked] = useState<Publication>()
  const mine = query.data?.pages.flatMap(({ publications }) => publications)
  if (quiet && !mine?.length) return null
  return (
    <section className="verse-sheet" aria-labelledby="my-posts">
      <h2 id="my-posts">{posts.title}</h2>
      {failure && (
        <ErrorPanel error={failure} onRetry={query.refetch}>
          {posts.failed}
        </ErrorPanel>
      )}
      {!mine && !failure && <Spinner label={posts.loading} />}
      {mine?.length === 0 && (
        <div className="verse-none">
          <p>{posts.none}</p>
          <ButtonLink href="/ai">{posts.make}</ButtonLink>
        </div>
      )}
      <ul className="verse-posts">
        {mine?.map((post) => (
          <li key={post.id} className="verse-post">
            <Link href={`/gallery/${post.id}`}>
              <Picture image={post} alt={post.caption || posts.untitled} sizes="(width >= 48rem) 11rem, 45vw" />
            </Link>
            <MadeBy source={post.source} words={posts.madeBy} />
            <Button size="small" kind="danger" onClick={() => setAsked(post)}>
              {posts.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {posts.more}
        </Button>
      )}
      <TakeDown post={asked} onClose={() => setAsked(undefined)} />
    </section>
  )
}

/** Asks once more, since there is no way back. */
function TakeDown({ post, onClose }: { post: Publication | undefined; onClose: () => void }) {
  const { toast } = useShell()
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: async () => post && userAction('take a picture down', (span) => withdrawPublication(post.id, { span })),
    onSuccess: async () => {
      toast(posts.withdrawn)
      onClose()
      await Promise.all([postsKey, imagesKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  const close = () => {
    taking.reset()
    onClose()
  }
  return (
    <Dialog role="alertdialog" open={post !== undefined} title={posts.withdrawTitle} onClose={close}>
      <div className="verse-sheet">
        <p>{posts.withdrawText}</p>
        {taking.error && (
          <ErrorPanel role="presentation" error={taking.error}>
            {posts.withdrawFailed}
          </ErrorPanel>
        )}
        <div className="verse-ways">
          <Button onClick={close}>{posts.keep}</Button>
          <Button kind="danger" disabled={taking.isPending} onClick={() => taking.mutate()}>
            {posts.withdraw}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
