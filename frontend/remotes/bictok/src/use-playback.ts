import { ApiError } from '@mcwick/api-client'
import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** The URLs that a player plays from. */
export interface Playable {
  source: string
  captions: string
}

const haveNothing = 0 // of readyState: no metadata yet
const timeoutMs = 10_000

/** Why nothing plays: it is not stored any more, or it did not load. */
type PlaybackFailure = 'missing' | 'failed'

/** Where a player was when it could not go on. */
interface Position {
  time: number
  isPlaying: boolean
}

/**
 * Plays from URLs that are good for some minutes. A player goes on from the URL that it began with; when that is refused,
 * as after a late seek, it asks `renew` for new ones and goes on from there at the same position. Without `renew` the URLs
 * are good for ever. Players report a lost network as they do a missing file, so only the server says what is missing.
 */
export function usePlayback<E extends HTMLMediaElement, P extends Playable>(playable: P, renew?: () => Promise<P>) {
  const [current, setCurrent] = useState(playable)
  const [failure, setFailure] = useState<PlaybackFailure>()
  const element = useRef<E>(null)
  const position = useRef<Position>(undefined)
  const isRenewing = useRef(false)

  const renewAfter = useEffectEvent(async (refused: 'source' | 'captions') => {
    const player = element.current
    if (!player || isRenewing.current) return
    isRenewing.current = true
    const { currentTime: time, paused } = player
    if (refused === 'source') position.current ??= { time, isPlaying: !paused }
    try {
      const next = renew ? await renew() : current
      if (refused === 'captions') setCurrent({ ...current, captions: next.captions })
      else if (next.source === current.source) setFailure((await isMissing(next.source)) ? 'missing' : 'failed')
      else setCurrent(next)
    } catch (error) {
      if (refused === 'source') setFailure(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed')
    } finally {
      isRenewing.current = false
    }
  })

  // Errors of <source> and <track> do not bubble, but pass here on their way down.
  const ref: RefCallback<E> = useCallback((player: E | null) => {
    element.current = player
    if (!player) return
    const onError = ({ target }: Event) => {
      void renewAfter(target instanceof HTMLTrackElement ? 'captions' : 'source')
    }
    const goOn = () => {
      const { time, isPlaying } = position.current ?? { time: 0, isPlaying: false }
      position.current = undefined
      if (time > 0) player.currentTime = time
      if (isPlaying) player.play().catch(() => undefined) // the visitor presses play
    }
    player.addEventListener('error', onError, { capture: true })
    player.addEventListener('loadedmetadata', goOn)
    return () => {
      player.removeEventListener('error', onError, { capture: true })
      player.removeEventListener('loadedmetadata', goOn)
      element.current = null
    }
  }, [])

  const loadedSource = useRef(current.source)
  useEffect(() => {
    const player = element.current
    if (!player || loadedSource.current === current.source) return
    loadedSource.current = current.source
    player.load() // it does not notice a new source by itself
  }, [current.source])

  // What has not loaded yet begins with the newest URLs; those of a stored result may be old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about new URLs only.
  useEffect(() => {
    if (element.current?.readyState === haveNothing && !isRenewing.current) setCurrent(playable)
  }, [playable.source])

  const retry = () => {
    setFailure(undefined)
    setCurrent(playable)
    loadedSource.current = playable.source // a new element loads it
  }
  return { ref, current, failure, retry }
}

/** Whether the server says so; the cache, where the player leaves parts of a file, does not know. */
async function isMissing(url: string): Promise<boolean> {
  try {
    const headers = { Range: 'bytes=0-0' }
    const signal = AbortSignal.timeout(timeoutMs)
    const { status } = await fetch(url, { headers, signal, cache: 'no-store' })
    return status === 404 || status === 410
  } catch {
    return false
  }
}
