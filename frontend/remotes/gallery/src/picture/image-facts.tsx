import type { Image } from '@mcwick/api-calls'
import type { ReactNode } from 'react'
import { texts } from '../texts'

const { picture } = texts
const day = { dateStyle: 'long' } as const

/** When an image was published, and the scene of a meme; its style is among the badges. */
export function ImageFacts({ image }: { image: Image }) {
  return (
    <dl className="gallery-facts" aria-label={picture.details}>
      {image.createTime && (
        <Fact name={picture.made}>
          <time dateTime={new Date(image.createTime).toISOString()}>
            {new Date(image.createTime).toLocaleDateString('en', day)}
          </time>
        </Fact>
      )}
      {image.type === 'meme' && image.scene && <Fact name={picture.scene}>{image.scene}</Fact>}
    </dl>
  )
}

/** An entry of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
