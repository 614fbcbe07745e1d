import type { PfpInput } from '@mcwick/api-calls'
import { type CategoryId, categories, minFeatures } from '../gen/traits'

/** The option chosen in each category; '' or undefined without a choice. */
export type Traits = Partial<Record<CategoryId, string>>

export const colorCategories = categories.filter(({ required }) => required)
export const featureCategories = categories.filter(({ required }) => !required)

/** Returns the color categories without a choice, and the number of missing features; a request is complete without any. */
export function findMissingTraits(traits: Traits) {
  const chosen = featureCategories.filter(({ category }) => traits[category]).length
  return {
    colors: colorCategories.filter(({ category }) => !traits[category]),
    features: Math.max(0, minFeatures - chosen),
  }
}

/** Returns the labels of the chosen options, in the picker's order. */
export function traitLabels(traits: Traits): string[] {
  return categories.flatMap(({ category, options }) =>
    options.filter(({ id }) => id === traits[category]).map(({ label }) => label),
  )
}

/** Builds the request from complete traits. */
export function toPfpInput(traits: Traits, seed: number): PfpInput {
  return { background: '', flame: '', base: '', ...traits, seed }
}

const seeds = 2 ** 31

export function newSeed(random = Math.random): number {
  return Math.floor(random() * seeds)
}

/** Returns a complete random set of traits. */
export function randomTraits(random = Math.random): Traits {
  return Object.fromEntries(
    categories.map(({ category, options }) => [category, options[Math.floor(random() * options.length)]?.id]),
  )
}
