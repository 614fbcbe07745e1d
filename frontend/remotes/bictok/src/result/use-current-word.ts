import type { Speech } from '@mcwick/api-calls'
import { type RefCallback, useCallback, useState } from 'react'
import { wordIndexAt } from './word-timing'

/**
 * Returns the index of the current word while audio plays, -1 before the first and after the end, and the ref of the audio
 * element. Pass the ref unchanged: a new function at each render would restart it with each word.
 */
export function useCurrentWord(speech: Pick<Speech, 'words'> | undefined): [number, RefCallback<HTMLAudioElement>] {
  const [word, setWord] = useState(-1)
  const words = speech?.words
  const audioRef = useCallback(
    (audio: HTMLAudioElement | null) => {
      if (!audio || !words) return
      let frame = 0
      const update = () => {
        setWord(audio.ended ? -1 : wordIndexAt({ words }, audio.currentTime))
        if (!audio.paused && !audio.ended) frame = requestAnimationFrame(update)
      }
      const onPlay = () => {
        cancelAnimationFrame(frame)
        update()
      }
      const events = ['play', 'seeked', 'ended']
      for (const event of events) audio.addEventListener(event, onPlay)
      return () => {
        cancelAnimationFrame(frame)
        setWord(-1)
        for (const event of events) audio.removeEventListener(event, onPlay)
      }
    },
    [words],
  )
  return [word, audioRef]
}
