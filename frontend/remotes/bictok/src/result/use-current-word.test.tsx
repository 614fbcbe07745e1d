import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useCurrentWord } from './use-current-word'

const speech = {
  words: [
    { text: 'Gm,', start: '0.250s', end: '0.700s' },
    { text: 'broh.', start: '1s', end: '1.400s' },
  ],
}

let frames: FrameRequestCallback[]
let player: HTMLAudioElement
let renders: number
/** Sets the state of the player, which does not play in the test DOM. */
const setPlayer = (state: { second?: number; paused?: boolean; ended?: boolean }) => {
  const { second = 0, paused = false, ended = false } = state
  for (const [name, value] of Object.entries({ currentTime: second, paused, ended }))
    Object.defineProperty(player, name, { value, configurable: true })
}
const fire = (event: string) => act(() => player.dispatchEvent(new Event(event)))
const nextFrame = () =>
  act(() => {
    for (const callback of frames.splice(0)) callback(0)
  })
const word = () => document.querySelector('output')?.textContent

function Player({ gone }: { gone?: boolean }) {
  const [word, audioRef] = useCurrentWord(speech)
  renders++
  return (
    <>
      <output>{word}</output>
      {/* biome-ignore lint/a11y/useMediaCaption: it plays nothing */}
      {!gone && <audio ref={audioRef} />}
    </>
  )
}

beforeEach(() => {
  frames = []
  renders = 0
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
})

function start() {
  const { rerender } = render(<Player />)
  player = document.querySelector('audio') as HTMLAudioElement
  return rerender
}

it('updates the current word on each frame while playing', () => {
  start()
  expect(word()).toBe('-1')
  setPlayer({ second: 0.3 })
  fire('play')
  expect(word()).toBe('0')
  const before = renders
  for (const second of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    setPlayer({ second })
    nextFrame()
  }
  expect(word()).toBe('0')
  expect(renders).toBeLessThanOrEqual(before + 1) // the same word does not render again
  setPlayer({ second: 1.2 })
  nextFrame()
  expect(word()).toBe('1')
})

it('keeps the word while paused, and requests no frame', () => {
  start()
  setPlayer({ second: 0.3 })
  fire('play')
  setPlayer({ second: 1.1, paused: true })
  nextFrame()
  expect(word()).toBe('1')
  expect(frames).toEqual([])
})

it('updates the word on seeking, also while paused', () => {
  start()
  setPlayer({ second: 1.3, paused: true })
  fire('seeked')
  expect(word()).toBe('1')
  setPlayer({ second: 0.1, paused: true })
  fire('seeked')
  expect(word()).toBe('-1')
  expect(frames).toEqual([])
})

it('runs one frame loop, also after several events', () => {
  start()
  setPlayer({ second: 0.3 })
  for (const event of ['play', 'seeked', 'play']) fire(event)
  expect(frames.length).toBe(1)
})

it('clears the word at the end, and stops when the player is removed', () => {
  const rerender = start()
  setPlayer({ second: 1.4, ended: true })
  fire('ended')
  expect(word()).toBe('-1')
  setPlayer({ second: 1.2 })
  fire('play')
  expect(word()).toBe('1')
  rerender(<Player gone />)
  expect(word()).toBe('-1')
  expect(frames).toEqual([])
  fire('play')
  expect(word()).toBe('-1')
})
