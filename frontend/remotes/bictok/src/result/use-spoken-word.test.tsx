import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSpokenWord } from './use-spoken-word'

const speech = {
  words: [
    { text: 'Gm,', start: '0.250s', end: '0.700s' },
    { text: 'broh.', start: '1s', end: '1.400s' },
  ],
}

let frames: FrameRequestCallback[]
let player: HTMLAudioElement
let drawn: number
/** How the player stands; jsdom's own plays nothing. */
const at = (state: { second?: number; paused?: boolean; ended?: boolean }) => {
  const { second = 0, paused = false, ended = false } = state
  for (const [name, value] of Object.entries({ currentTime: second, paused, ended }))
    Object.defineProperty(player, name, { value, configurable: true })
}
const tell = (event: string) => act(() => player.dispatchEvent(new Event(event)))
const nextFrame = () =>
  act(() => {
    for (const look of frames.splice(0)) look(0)
  })
const word = () => document.querySelector('output')?.textContent

function Player({ gone }: { gone?: boolean }) {
  const [word, follow] = useSpokenWord(speech)
  drawn++
  return (
    <>
      <output>{word}</output>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is heard */}
      {!gone && <audio ref={follow} />}
    </>
  )
}

beforeEach(() => {
  frames = []
  drawn = 0
  vi.stubGlobal('requestAnimationFrame', (look: FrameRequestCallback) => frames.push(look))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
})

function start() {
  const { rerender } = render(<Player />)
  player = document.querySelector('audio') as HTMLAudioElement
  return rerender
}

it('follows the sound from frame to frame while it plays', () => {
  start()
  expect(word()).toBe('-1')
  at({ second: 0.3 })
  tell('play')
  expect(word()).toBe('0')
  const before = drawn
  for (const second of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    at({ second })
    nextFrame()
  }
  expect(word()).toBe('0')
  expect(drawn).toBeLessThanOrEqual(before + 1) // the same word is not drawn anew with each frame
  at({ second: 1.2 })
  nextFrame()
  expect(word()).toBe('1')
})

it('stays where the sound was halted, and asks for no frame meanwhile', () => {
  start()
  at({ second: 0.3 })
  tell('play')
  at({ second: 1.1, paused: true })
  nextFrame()
  expect(word()).toBe('1')
  expect(frames).toEqual([])
})

it('goes to where somebody winds to, also while it stands still', () => {
  start()
  at({ second: 1.3, paused: true })
  tell('seeked')
  expect(word()).toBe('1')
  at({ second: 0.1, paused: true })
  tell('seeked')
  expect(word()).toBe('-1')
  expect(frames).toEqual([])
})

it('has one watch at a time, however often it is started', () => {
  start()
  at({ second: 0.3 })
  for (const event of ['play', 'seeked', 'play']) tell(event)
  expect(frames.length).toBe(1)
})

it('lets go of the last word at the end, and of everything with the player', () => {
  const rerender = start()
  at({ second: 1.4, ended: true })
  tell('ended')
  expect(word()).toBe('-1')
  at({ second: 1.2 })
  tell('play')
  expect(word()).toBe('1')
  rerender(<Player gone />)
  expect(word()).toBe('-1')
  expect(frames).toEqual([])
  tell('play')
  expect(word()).toBe('-1')
})
