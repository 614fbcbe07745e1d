import { useShell } from '@mcwick/shell-contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isId } from '../recipe/recipe'
import { GoneError, type Remix, type RemixSource, readPublished } from './source'
import { texts } from './texts'

const parameter = 'remix'
/** In the address of a link to a remix, which begins anew; a reload, whose address lacks it, goes on with what there is. */
const anew = 'new'
const page = '/ai'

/**
 * Keeps the source of a remix and the page's address alike: a source that the address names is read, and one that is known
 * is named in the address, so that a reload keeps it. `onRead` receives what was read; `onGone` is called when there is none.
 */
export function useRemix(source: RemixSource | undefined, onRead: (remix: Remix) => void, onGone: () => void) {
  const { location, navigate, config } = useShell()
  const [gone, setGone] = useState<string>()
  const id = location.search.get(parameter) ?? undefined
  const isAnew = location.search.has(anew)
  // The address that is on its way out: it names nothing any more.
  const address = location.search.toString()
  const [left, setLeft] = useState<string>()
  if (left !== undefined && left !== address) setLeft(undefined)
  const isNew = id !== undefined && (isAnew || id !== source?.id) && address !== left
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['remix', id],
    queryFn: ({ signal }) => {
      if (!isId(id)) throw new GoneError(texts.gone)
      return readPublished(id, config.mediaBase, signal)
    },
    enabled: isNew,
    retry: false,
    // After a failure or offline the visitor may type, which only a retry of their own overwrites.
    staleTime: 'static',
    refetchInterval: false,
    networkMode: 'always',
  })
  const setAddress = (next?: string) => {
    setLeft(address)
    navigate(next ? `${page}?${parameter}=${next}` : page, { replace: true })
  }
  const finish = useEffectEvent((remix: Remix) => {
    setGone(undefined)
    onRead(remix)
    if (isAnew) setAddress(id)
  })
  useEffect(() => {
    if (isNew && data) finish(data)
  }, [isNew, data])
  const leave = useEffectEvent(({ message }: Error) => {
    setGone(message)
    onGone()
    setAddress()
  })
  useEffect(() => {
    if (isNew && error instanceof GoneError) leave(error)
  }, [isNew, error])
  const name = useEffectEvent((id: string) => setAddress(id))
  useEffect(() => {
    if (id === undefined && source?.id) name(source.id)
  }, [id, source?.id])
  return {
    /** Why the source that the address named is none. */
    gone,
    /** Whether the address names another source than the one that is known, or the same anew. */
    isNew,
    isLoading: isNew && isFetching,
    failure: isNew && error && !(error instanceof GoneError) ? error : undefined,
    retry: refetch,
    setAddress,
  }
}
