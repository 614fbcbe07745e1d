import type { JobScript } from '@mcwick/api-calls'

const wordsPerMinute = 150

/** The sample script, usable without generating one. It follows the rules of a script. */
export const sampleScript = newScript(
  'Last night the lights went out in the old lighthouse on Candle Row. Nobody has lived there since the great dip. ' +
    'I climbed the stairs with one small flame and a pocket full of matches. On every step somebody had scratched a ' +
    'number, and every number was lower than the last. At the top stood a red door, warm as a stove. Behind it, someone ' +
    'was whispering my seed phrase, one word at a time, in my own voice. I held my breath. My flame did not. When it ' +
    'came back, the door was open and the room was empty, except for a rug, rolled out neatly right under my feet. Then ' +
    'the rug began to pull. So lock your doors, broh. And never, ever stand on a gift.',
)

/** Builds a script from a text, with word count and estimated duration. */
export function newScript(text: string): JobScript {
  const wordCount = text.trim().split(/\s+/).length
  return { text, wordCount, durationSeconds: Math.ceil((wordCount / wordsPerMinute) * 60) }
}
