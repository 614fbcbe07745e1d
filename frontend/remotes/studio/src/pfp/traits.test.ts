import { describe, expect, it } from 'vitest'
import { categories } from '../gen/traits'
import { missingTraitsText } from './trait-picker'
import { findMissingTraits, newSeed, randomTraits, type Traits, toPfpInput, traitLabels } from './traits'

/** Every subset of categories with a choice; the server's test covers the same subsets. */
const sets: Traits[] = Array.from({ length: 2 ** categories.length }, (_, set) =>
  Object.fromEntries(
    categories.map(({ category, options }, i) => [category, (set >> i) & 1 ? options[set % options.length]?.id : '']),
  ),
)

const isReady = (traits: Traits) => missingTraitsText(traits) === ''

describe('findMissingTraits', () => {
  // Verifies PFP-2.
  it('requires all three colors and two of four features, in every subset', () => {
    const ready = sets.filter(isReady)
    expect(ready).toHaveLength(6 + 4 + 1) // two, three or all four features
    for (const traits of sets) {
      const chosen = (...ids: (keyof Traits)[]) => ids.filter((id) => traits[id]).length
      const rule =
        chosen('background', 'flame', 'base') === 3 && chosen('expression', 'clothing', 'headwear', 'accessory') >= 2
      expect(isReady(traits), JSON.stringify(traits)).toBe(rule)
      expect(missingTraitsText(traits) === '', JSON.stringify(traits)).toBe(rule)
    }
  })

  it('lists what is missing, colors first', () => {
    expect(missingTraitsText({})).toBe('Still needs a color: Background, Flame Color, Base.')
    expect(missingTraitsText({ background: 'pastel-blue', base: 'green' })).toBe('Still needs a color: Flame Color.')
    const colors = { background: 'pastel-blue', base: 'green', flame: 'golden' }
    expect(missingTraitsText(colors)).toBe('Still needs 2 more drip.')
    expect(missingTraitsText({ ...colors, headwear: 'crown' })).toBe('Still needs 1 more drip.')
    expect(findMissingTraits({ ...colors, headwear: 'crown' })).toEqual({ colors: [], features: 1 })
  })
})

describe('randomTraits', () => {
  it('returns a complete set at both ends of the random range', () => {
    for (const random of [() => 0, () => 0.999999]) {
      const traits = randomTraits(random)
      expect(isReady(traits)).toBe(true)
      expect(traitLabels(traits)).toHaveLength(categories.length)
    }
  })
})

describe('toPfpInput', () => {
  it('has a seed in the range of the server', () => {
    expect([newSeed(() => 0), newSeed(() => 1 - 2 ** -53)]).toEqual([0, 2 ** 31 - 1])
  })

  it('contains the chosen traits', () => {
    const traits = { background: 'pastel-blue', flame: 'golden', base: 'green', headwear: 'crown', clothing: '' }
    expect(toPfpInput(traits, 7)).toEqual({ ...traits, seed: 7 })
  })
})
