import type { Image } from '@mcwick/api-client'
import { ImageCard } from './image-card'

const inFirstView = 3

/** The prints. */
export function ImageWall({ images }: { images: Image[] }) {
  return (
    <ul className="gallery-wall">
      {images.map((image, index) => (
        <li key={image.id}>
          <ImageCard image={image} eager={index < inFirstView} />
        </li>
      ))}
    </ul>
  )
}
