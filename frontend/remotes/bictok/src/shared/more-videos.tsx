import { listImages } from '@mcwick/api-calls'
import { imagesKey } from '@mcwick/api-client'
import { Link, Picture } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { videoPath } from '../paths'
import { texts } from '../texts'

const { shared } = texts
const most = 6

/** The newest other shared videos, as the gallery lists them; nothing while it is away. */
export function MoreVideos({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: [...imagesKey, 'newest videos'],
    queryFn: ({ signal }) => listImages({ type: 'video', pageSize: most + 1 }, { signal }),
  })
  const others = data?.images.filter((video) => video.id !== id).slice(0, most) ?? []
  if (others.length === 0) return null
  return (
    <section className="bictok-more" aria-labelledby="bictok-more">
      <h2 id="bictok-more">{shared.more}</h2>
      <ul>
        {others.map((video) => (
          <li key={video.id}>
            <Link href={videoPath(video.id)}>
              <Picture image={video} alt={shared.posterOf(video.caption)} sizes="7rem" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
