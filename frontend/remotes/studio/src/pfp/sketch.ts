import { colours, pieces, tags } from '../gen/sketch'
import { type CategoryId, categories } from '../gen/traits'
import type { Traits } from './traits'

const places = Object.fromEntries(
  categories.map(({ category, options }) => [category, ['', ...options.map(({ id }) => id)]]),
) as Record<CategoryId, string[]>

/** Builds the mascot with these traits as an SVG document, from generated pieces; without animation and seed. */
export function renderSketch(traits: Traits): string {
  const chosen = (category: CategoryId) => traits[category] ?? ''
  const drawn = pieces.flatMap(({ by, of, drawn }) => {
    const at = by.reduce(
      (sum, category) => sum * places[category].length + places[category].indexOf(chosen(category)),
      0,
    )
    return drawn[of[at] as number] ?? []
  })
  return drawn
    .map((tag) => tags[tag])
    .join('')
    .replace(
      /\{(\w+)\.(\w+)\}/g,
      (_, category: CategoryId, shade) => colours[category]?.[chosen(category)]?.[shade] ?? '',
    )
}
