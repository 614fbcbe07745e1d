import { ListEnd } from '@mcwick/forms'
import type { ComponentProps } from 'react'
import { texts } from './texts'

const autoLoadedPages = 3

/** The end of a list of images, which loads the next page before it scrolls into view. */
export function ImageListEnd(props: Pick<ComponentProps<typeof ListEnd>, 'list' | 'pages'>) {
  return <ListEnd {...props} autoLoadedPages={autoLoadedPages} words={texts} className="gallery-end" />
}
