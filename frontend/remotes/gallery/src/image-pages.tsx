import type { ListImagesResponse } from '@mcwick/api-calls'
import { ListEnd } from '@mcwick/forms'
import { EmptyState } from '@mcwick/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ImageGrid } from './image-grid'
import { texts } from './texts'

interface ImagePagesProps {
  /** Of the list: stays when other images come to it. */
  name: string
  list: UseInfiniteQueryResult<InfiniteData<ListImagesResponse>>
  /** What a list without images says. */
  empty: string
}

/** The loaded pages of a list of images, and its end, which loads the next page before it scrolls into view. */
export function ImagePages({ name: listName, list, empty }: ImagePagesProps) {
  const pages = list.data?.pages
  if (!pages) return null
  if (pages[0]?.images.length === 0)
    return (
      <EmptyState pose="pose-think">
        <p>{empty}</p>
      </EmptyState>
    )
  return (
    <>
      {pages.map(({ images }, index) => {
        const name = `${listName} ${index}`
        return <ImageGrid key={name} name={name} images={images} isFirst={index === 0} />
      })}
      <ListEnd key={listName} list={list} pages={pages.length} words={texts} className="gallery-end" />
    </>
  )
}
