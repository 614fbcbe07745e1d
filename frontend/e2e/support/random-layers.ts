import { type Layer, withId } from '../../remotes/studio/src/result/overlay'

/** Returns a pseudorandom number generator with this seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const families = [
  'Impact',
  'Press Start 2P',
  'Comic Neue',
  'Permanent Marker',
  'Bangers',
  'Fredoka One',
  'VT323',
] as const
const plain = [
  'GM',
  'diamond',
  'Wick,',
  'TO',
  'the',
  'MOON!',
  'AVA',
  'fi',
  '100%',
  'broh?',
  'WAX',
  'jelly',
  '(42)',
  '"Kq&',
]
const fallback = ['ракета', 'φλόγα', 'ångström', 'Жар', 'नमस्ते']
const emoji = ['🚀', '🤑', '👩‍🚀', '👍🏽', '🇺🇸', '1️⃣', '❤️‍🔥', '🫠', '🕯️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']

/** Returns one or two valid layers with random font, size, rotation, color and position. */
export function randomLayers(random: () => number): Layer[] {
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T
  const word = () => {
    const dice = random()
    if (dice < 0.14) return one(emoji)
    return dice < 0.26 ? one(fallback) : one(plain)
  }
  const layer = () => {
    const words = Array.from({ length: 1 + below(7) }, word)
    return withId({
      content: words.reduce((text, next) => `${text}${random() < 0.2 ? '\n' : ' '}${next}`),
      fontFamily: one(families),
      fontSize: 32 + 4 * below(43),
      rotation: random() < 0.4 ? 0 : 15 * below(24),
      color: `#${below(0x1000000).toString(16).padStart(6, '0')}`,
      x: 100 + below(825),
      y: 100 + below(825),
    })
  }
  return Array.from({ length: 1 + below(2) }, layer)
}
