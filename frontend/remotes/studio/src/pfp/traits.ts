import type { PfpInput } from '@mcwick/api-calls'
import { type Category, type CategoryId, categories, minFeatures } from '../gen/traits'

/** The option chosen in each category; '' or nothing where there is none yet. */
export type Traits = Partial<Record<CategoryId, string>>

export const colourCategories = categories.filter(({ required }) => required)
export const featureCategories = categories.filter(({ required }) => !required)

/** What is still to be chosen; with nothing left the picture can be asked for. */
export interface Missing {
  /** Colours without a choice. */
  colours: Category[]
  /** How many more features. */
  features: number
}

export function missingOf(traits: Traits): Missing {
  const chosen = featureCategories.filter(({ category }) => traits[category]).length
  return {
    colours: colourCategories.filter(({ category }) => !traits[category]),
    features: Math.max(0, minFeatures - chosen),
  }
}

/** The labels of what was chosen, in the picker's order. */
export function labelsOf(traits: Traits): string[] {
  return categories.flatMap(({ category, options }) =>
    options.filter(({ id }) => id === traits[category]).map(({ label }) => label),
  )
}

/** The request for traits that are ready. */
export function pfpOf(traits: Traits, seed: number): PfpInput {
  return { background: '', flame: '', base: '', ...traits, seed }
}

const seeds = 2 ** 31

export function newSeed(random = Math.random): number {
  return Math.floor(random() * seeds)
}

/** A full set, chosen by chance. */
export function randomTraits(random = Math.random): Traits {
  return Object.fromEntries(
    categories.map(({ category, options }) => [category, options[Math.floor(random() * options.length)]?.id]),
  )
}
