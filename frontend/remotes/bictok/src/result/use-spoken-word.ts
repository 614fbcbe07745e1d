import type { Speech } from '@mcwick/api-calls'
import { type RefCallback, useCallback, useState } from 'react'
import { wordAt } from './spoken'

/**
 * Follows a sound that plays: which word of the speech is said now, -1 before the first and after the end. The callback is the
 * player's ref as it is: another function at each rendering would begin anew with each word.
 */
export function useSpokenWord(speech: Pick<Speech, 'words'> | undefined): [number, RefCallback<HTMLAudioElement>] {
  const [word, setWord] = useState(-1)
  const follow = useCallback(
    (audio: HTMLAudioElement | null) => {
      if (!audio || !speech) return
      let frame = 0
      const look = () => {
        setWord(audio.ended ? -1 : wordAt(speech, audio.currentTime))
        if (!audio.paused && !audio.ended) frame = requestAnimationFrame(look)
      }
      const onPlay = () => {
        cancelAnimationFrame(frame)
        look()
      }
      const events = ['play', 'seeked', 'ended']
      for (const event of events) audio.addEventListener(event, onPlay)
      return () => {
        cancelAnimationFrame(frame)
        setWord(-1)
        for (const event of events) audio.removeEventListener(event, onPlay)
      }
    },
    [speech],
  )
  return [word, follow]
}
