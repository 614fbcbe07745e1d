import { type Author, getAuthor, getProfile } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { usePageTitle, useShare } from '@mcwick/forms'
import { useStoredUser } from '@mcwick/session'
import { Button, ButtonLink, EmptyState, ErrorPanel, Mascot, Picture, Spinner, useFailure } from '@mcwick/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { handleQuery } from '../api/images'
import { ImagePages } from '../image-pages'
import { profilePath } from '../paths'
import { Fact } from '../picture/image-facts'
import { texts } from '../texts'

const { profile } = texts
const staleTimeMs = 15_000
const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** The page /@handle: the candle of an account, since when it burns, and what it published under its handle. */
export function ProfilePage({ handle }: { handle: string }) {
  const query = useQuery({
    queryKey: ['profile', handle],
    queryFn: ({ signal }) => getProfile(handle, { signal }),
    staleTime: staleTimeMs,
  })
  const failure = useFailure(query)
  const { data, refetch } = query
  usePageTitle(data?.handle ?? handle)
  const isNotFound = failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
  if (isNotFound)
    return (
      <div className="gallery">
        <EmptyState pose="mood-failed">
          <h1>{profile.gone}</h1>
          <p>{profile.goneHint}</p>
          <ButtonLink href="/gallery">{texts.picture.back}</ButtonLink>
        </EmptyState>
      </div>
    )
  return (
    <div className="gallery">
      {failure && (
        <ErrorPanel error={failure} onRetry={refetch}>
          {profile.failed}
        </ErrorPanel>
      )}
      {!data && !failure && <Spinner label={texts.loading} />}
      {data && (
        <>
          <ProfileHead handle={data.handle} created={data.createTime} />
          <Works handle={data.handle} />
        </>
      )}
    </div>
  )
}

function ProfileHead({ handle, created }: { handle: string; created: string | undefined }) {
  const share = useShare(texts.picture)
  const user = useStoredUser()
  const query = useQuery({
    queryKey: ['author', handle],
    queryFn: ({ signal }) => getAuthorOrNone(handle, signal),
    staleTime: staleTimeMs,
  })
  const failure = useFailure(query)
  const isOwn = user?.xHandle.toLowerCase() === handle.toLowerCase()
  const candle = query.data?.candle
  return (
    <header className="gallery-profile">
      <div className="gallery-candle">
        {candle ? (
          <Picture image={candle} alt={profile.candleOf(handle)} sizes="11rem" eager className="gallery-picture" />
        ) : (
          <Mascot pose="pose-hips" />
        )}
      </div>
      <div className="gallery-who">
        <h1>{handle}</h1>
        {created && (
          <p>
            <time dateTime={created}>{profile.since(new Date(created).toLocaleDateString('en', month))}</time>
          </p>
        )}
        {query.data && <Figures author={query.data} />}
        {failure && !query.data && (
          <ErrorPanel role="status" error={failure} onRetry={query.refetch}>
            {profile.figuresFailed}
          </ErrorPanel>
        )}
        <div className="gallery-actions">
          <Button size="small" onClick={() => share({ title: handle, path: profilePath(handle) })}>
            {profile.share}
          </Button>
          {isOwn && (
            <ButtonLink size="small" href="/verse">
              {profile.edit}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** The figures of an author; an account that published nothing yet has none. */
async function getAuthorOrNone(handle: string, signal: AbortSignal): Promise<Author> {
  try {
    return await getAuthor(handle, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { handle, images: 0, likes: 0 }
    throw error
  }
}

function Figures({ author }: { author: Author }) {
  return (
    <dl className="gallery-figures">
      <Fact name={profile.pictures}>{author.images.toLocaleString('en')}</Fact>
      <Fact name={profile.likes}>{author.likes.toLocaleString('en')}</Fact>
    </dl>
  )
}

/** What an account published under its handle. */
function Works({ handle }: { handle: string }) {
  const list = useInfiniteQuery(handleQuery(handle))
  const failure = useFailure(list)
  return (
    <section aria-label={profile.list}>
      {failure && !list.isFetchNextPageError && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {texts.failed}
        </ErrorPanel>
      )}
      {!list.data && !failure && <Spinner label={texts.loading} />}
      <ImagePages name={handle} list={list} empty={profile.none} />
    </section>
  )
}
