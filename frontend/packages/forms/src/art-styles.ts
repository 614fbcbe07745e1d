/** The art styles that the meme maker offers. */
export const artStyles = [
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
] as const
