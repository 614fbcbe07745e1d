import { type Image, listImages } from '@mcwick/api-calls'
import { imagesKey } from '@mcwick/api-client'
import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl, drawings, MadeBy, makerOf, Picture } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { texts } from './texts'

const { airdrop } = texts

const maxPictures = 8
const fallbackDrawings = drawings.filter((name) => name.startsWith('friend-'))

/** The airdrop teaser, with the newest profile pictures floating around it, or drawings while there are none. */
export function Airdrop() {
  const { config } = useShell()
  const { data } = useQuery({
    queryKey: [...imagesKey, 'newest pfps'],
    queryFn: async () => (await listImages({ type: 'pfp', pageSize: maxPictures })).images,
  })
  const pictures = data?.slice(0, maxPictures) ?? []
  return (
    <section className="airdrop" aria-labelledby="airdrop-title">
      <ul className="floaters" aria-hidden="true">
        {pictures.length > 0
          ? pictures.map((image) => (
              <li key={image.id}>
                <Picture image={image} alt="" sizes="7rem" />
              </li>
            ))
          : fallbackDrawings.map((name) => (
              <li key={name}>
                <img src={artUrl(name)} alt="" width="512" height="512" loading="lazy" />
              </li>
            ))}
      </ul>
      <div className="airdrop-words">
        <p className="airdrop-label">{branded(airdrop.label, config)}</p>
        <h2 id="airdrop-title">{airdrop.title}</h2>
        <p>{airdrop.text}</p>
        {pictures.length > 0 && <MadeBy source={commonSource(pictures)} words={texts.preview.madeBy} />}
      </div>
    </section>
  )
}

/** Returns 'composer' when the composer made all images, else 'ai'. */
function commonSource(pictures: Image[]): string {
  return pictures.every(({ source }) => makerOf(source) === 'composer') ? 'composer' : 'ai'
}
