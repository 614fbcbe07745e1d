import { expect, it } from 'vitest'
import { fontNames } from './result/fonts'
import { styles } from './suggestions'

// Verifies MEME-4.
it('offers the ten styles', () => {
  expect(styles).toEqual([
    'Pixar 3D',
    'Anime',
    'Pixel Art',
    'Watercolor',
    'Oil Painting',
    'Digital Art',
    'Studio Ghibli',
    'Claymation',
    'Disney Animation',
    'Retro Comic Book',
  ])
})

// Verifies TEXT-11.
it('offers Impact and the six fonts', () => {
  expect(fontNames).toEqual([
    'Impact',
    'Press Start 2P',
    'Comic Neue',
    'Permanent Marker',
    'Bangers',
    'Fredoka One',
    'VT323',
  ])
})
