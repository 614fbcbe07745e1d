/** The colors of the brand that texts may have at a click. */
export const swatches = [
  { name: 'Pure white', color: '#ffffff' },
  { name: 'Flame gold', color: '#ffc24a' },
  { name: 'Candle green', color: '#4fe08a' },
  { name: 'Ember red', color: '#ff8072' },
  { name: 'Molten purple', color: '#c6a2ff' },
  { name: 'Burnt wick', color: '#21130d' },
] as const
