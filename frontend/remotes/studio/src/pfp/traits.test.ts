import { describe, expect, it } from 'vitest'
import { categories } from '../gen/traits'
import { whyNot } from './trait-picker'
import { labelsOf, missingOf, newSeed, pfpOf, randomTraits, type Traits } from './traits'

/** Every set of categories that may have a choice; the server's own test walks the same sets. */
const sets: Traits[] = Array.from({ length: 2 ** categories.length }, (_, set) =>
  Object.fromEntries(
    categories.map(({ category, options }, i) => [category, (set >> i) & 1 ? options[set % options.length]?.id : '']),
  ),
)

const isReady = (traits: Traits) => whyNot(traits) === ''

describe('whether a picture can be asked for', () => {
  // Verifies PFP-2.
  it('wants all three colours and two of four features, in every set of categories', () => {
    const ready = sets.filter(isReady)
    expect(ready).toHaveLength(6 + 4 + 1) // two, three or all four features
    for (const traits of sets) {
      const chosen = (...ids: (keyof Traits)[]) => ids.filter((id) => traits[id]).length
      const rule =
        chosen('background', 'flame', 'base') === 3 && chosen('expression', 'clothing', 'headwear', 'accessory') >= 2
      expect(isReady(traits), JSON.stringify(traits)).toBe(rule)
      expect(whyNot(traits) === '', JSON.stringify(traits)).toBe(rule)
    }
  })

  it('says what is missing, colours first', () => {
    expect(whyNot({})).toBe('Still needs a color: Background, Flame Color, Base.')
    expect(whyNot({ background: 'pastel-blue', base: 'green' })).toBe('Still needs a color: Flame Color.')
    const colours = { background: 'pastel-blue', base: 'green', flame: 'golden' }
    expect(whyNot(colours)).toBe('Still needs 2 more drip.')
    expect(whyNot({ ...colours, headwear: 'crown' })).toBe('Still needs 1 more drip.')
    expect(missingOf({ ...colours, headwear: 'crown' })).toEqual({ colours: [], features: 1 })
  })
})

describe('randomTraits', () => {
  it('gives a full set of real options at either end of chance', () => {
    for (const random of [() => 0, () => 0.999999]) {
      const traits = randomTraits(random)
      expect(isReady(traits)).toBe(true)
      expect(labelsOf(traits)).toHaveLength(categories.length)
    }
  })
})

describe('the request', () => {
  it('has a seed that the server takes', () => {
    expect([newSeed(() => 0), newSeed(() => 1 - 2 ** -53)]).toEqual([0, 2 ** 31 - 1])
  })

  it('carries the traits as they were chosen', () => {
    const traits = { background: 'pastel-blue', flame: 'golden', base: 'green', headwear: 'crown', clothing: '' }
    expect(pfpOf(traits, 7)).toEqual({ ...traits, seed: 7 })
  })
})
