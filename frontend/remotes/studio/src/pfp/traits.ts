import type { PfpInput } from '@mcwick/api-calls'
import { type Category, type CategoryId, categories, minFeatures } from '../gen/traits'

/** The option chosen in each category; '' or undefined without a choice. */
export type Traits = Partial<Record<CategoryId, string>>

export const colorCategories = categories.filter(({ required }) => required)
export const featureCategories = categories.filter(({ required }) => !required)

/** The choices that are missing; a request is complete when there are none. */
export interface MissingTraits {
  /** Color categories without a choice. */
  colors: Category[]
  /** The number of missing features. */
  features: number
}

export function findMissingTraits(traits: Traits): MissingTraits {
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
