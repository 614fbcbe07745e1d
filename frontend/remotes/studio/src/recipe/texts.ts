/** Why a picture has no recipe to light another from. */
export const texts = {
  noPng: 'That is no PNG, broh. Bring one that was saved from here.',
  noRecipe: 'This picture tells no recipe, broh. Bring one that was saved from here and never squeezed.',
  broken: 'The recipe in this picture has melted, broh. Nothing was changed.',
} as const
