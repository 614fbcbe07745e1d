import { texts } from './texts'

/** What a list shows. It is in the address, so that it can be shared and is part of the history. */
export interface Filter {
  type: (typeof texts.types)[number]['value']
  sort: (typeof texts.find.sorts)[number]['value']
  /** An art style; empty for all. */
  style: string
  /** The words of a search; empty for none. */
  query: string
}

const maxStyle = 50
const maxQuery = 100

/** Reads the filter of an address; what is unknown or too long is as if it were not there. */
export function parseFilter(search: URLSearchParams): Filter {
  const text = (name: string, max: number) => {
    const value = search.get(name)?.trim() ?? ''
    return value.length <= max ? value : ''
  }
  return {
    type: texts.types.find(({ value }) => value === search.get('type'))?.value ?? 'meme',
    sort: texts.find.sorts.find(({ value }) => value === search.get('sort'))?.value ?? 'newest',
    style: text('style', maxStyle),
    query: text('q', maxQuery),
  }
}

/** Returns the address of a list. */
export function filterPath({ type, sort, style, query }: Filter): string {
  const search = new URLSearchParams({ type })
  if (sort !== 'newest') search.set('sort', sort)
  if (style) search.set('style', style)
  if (query) search.set('q', query)
  return `/gallery?${search}`
}

/** Whether a filter asks for more than a type. */
export function isNarrowed({ sort, style, query }: Filter): boolean {
  return sort !== 'newest' || style !== '' || query !== ''
}
