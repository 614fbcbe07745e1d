import type { Image, RelatedImages } from '@mcwick/api-calls'
import { ErrorPanel, Link, Picture, useFailure } from '@mcwick/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useId } from 'react'
import { altText, typeLabel } from '../describe'
import { imagePath } from '../paths'
import { texts } from '../texts'

const { picture } = texts

/** What belongs to an image: what it was lit from, what was lit from it, more by its author and in its style. */
export function Related({ query, image }: { query: UseQueryResult<RelatedImages>; image: Image }) {
  const failure = useFailure(query)
  const { refetch } = query
  const data = useDeferredValue(query.data) // rendered without blocking what a visitor does
  return (
    <div className="gallery-related">
      {failure && !data && (
        <ErrorPanel role="status" error={failure} onRetry={refetch}>
          {picture.relatedFailed}
        </ErrorPanel>
      )}
      {data && (
        <>
          <Strip title={picture.parent} images={data.parent ? [data.parent] : []}>
            {data.parentGone && picture.parentGone}
          </Strip>
          <Strip title={picture.remixes} images={data.remixes}>
            {data.goneRemixes > 0 && picture.goneRemixes(data.goneRemixes)}
          </Strip>
          <Strip title={picture.byHandle(image.handle)} images={data.byHandle} />
          <Strip
            title={picture.inStyle(image.type === 'meme' ? image.style : `${typeLabel(image)}s`)}
            images={data.inStyle}
          />
        </>
      )}
    </div>
  )
}

/** A titled row of small pictures, with a note below; nothing without both. */
function Strip({ title, images, children }: { title: string; images: Image[]; children?: ReactNode }) {
  const id = useId()
  if (images.length === 0 && !children) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {images.length > 0 && (
        <ul className="gallery-strip">
          {images.map((image) => (
            <li key={image.id}>
              <Link href={imagePath(image.id, image.type)} className="gallery-open">
                <Picture className="gallery-picture" image={image} alt={altText(image)} sizes="9rem" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {children && <p className="gallery-note">{children}</p>}
    </section>
  )
}
