import type { ListImagesResponse } from '@mcwick/api-calls'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { imagesQuery } from './api/images'
import { takeAdded, useAddedCount } from './api/live'
import type { Filter } from './filter'
import { texts } from './texts'

const announcementMs = 10_000

/** A button above the list while there are new images, which shows them. The list itself stays as it is until then. */
export function NewImages({ filter, pages }: { filter: Filter; pages: ListImagesResponse[] }) {
  const shown = useMemo(() => new Set(pages.flatMap(({ images }) => images.map(({ id }) => id))), [pages])
  const count = useAddedCount(filter.type, shown)
  const client = useQueryClient()
  const show = async () => {
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
    await takeAdded()
    const { queryKey } = imagesQuery(filter)
    client.setQueryData<InfiniteData<ListImagesResponse, string>>(
      queryKey,
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    )
    await client.invalidateQueries({ queryKey })
  }
  return (
    <div className="gallery-new">
      <p className="sr-only" role="status">
        {useThrottled(count > 0 ? texts.newImages(count) : '')}
      </p>
      {count > 0 && (
        <button type="button" className="mc-button" data-kind="primary" data-size="small" onClick={show}>
          {texts.newImages(count)}
        </button>
      )}
    </div>
  )
}

/** Returns the value, with changes at most every ten seconds: a screen reader announces each. */
function useThrottled<T>(value: T): T {
  const [state, setState] = useState({ value, since: 0 })
  useEffect(() => {
    if (value === state.value) return
    const delay = Math.min(announcementMs, state.since + announcementMs - Date.now()) // a clock may be set back
    const timer = setTimeout(() => setState({ value, since: Date.now() }), delay)
    return () => clearTimeout(timer)
  }, [value, state])
  return state.value
}
