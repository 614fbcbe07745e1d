import { type Image, listImages } from '@mcwick/api-calls'
import { imagesKey } from '@mcwick/api-client'
import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl, type FriendName, MadeBy, makerOf, Picture } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { texts } from './texts'

const { airdrop } = texts

const most = 8
const house: FriendName[] = [
  'friend-king',
  'friend-ninja',
  'friend-astronaut',
  'friend-skier',
  'friend-angel',
  'friend-gentleman',
  'friend-trader',
  'friend-rapper',
]

/** The teaser, with the newest profile pictures adrift around it. While there are none, candles of the house drift. */
export function Airdrop() {
  const { config } = useShell()
  const { data } = useQuery({
    queryKey: [...imagesKey, 'newest pfps'],
    queryFn: async () => (await listImages({ type: 'pfp', pageSize: most })).images,
  })
  const pictures = data?.slice(0, most) ?? []
  return (
    <section className="airdrop" aria-labelledby="airdrop-title">
      <ul className="floaters" aria-hidden="true">
        {pictures.length > 0
          ? pictures.map((image) => (
              <li key={image.id}>
                <Picture image={image} alt="" sizes="7rem" />
              </li>
            ))
          : house.map((name) => (
              <li key={name}>
                <img src={artUrl(name)} alt="" width="512" height="512" loading="lazy" />
              </li>
            ))}
      </ul>
      <div className="airdrop-words">
        <p className="airdrop-label">{branded(airdrop.label, config)}</p>
        <h2 id="airdrop-title">{airdrop.title}</h2>
        <p>{airdrop.text}</p>
        {pictures.length > 0 && <MadeBy source={sourceOf(pictures)} words={texts.preview.madeBy} />}
      </div>
    </section>
  )
}

/** The composer's when it made all of them. */
function sourceOf(pictures: Image[]): string {
  return pictures.every(({ source }) => makerOf(source) === 'composer') ? 'composer' : 'ai'
}
