/** The texts of remixes. {name} is the brand's name. */
export const texts = {
  lit: 'Lit from',
  file: 'a picture that never hung',
  fresh: 'Start fresh',
  gone: 'The picture you want to light from is gone, broh. Here is a fresh wick instead.',
  noMeme: 'Only memes pass their flame on, broh. Here is a fresh wick instead.',
  failed: 'The picture you want to light from does not come right now, broh.',
  loading: 'Fetching the flame...',
  open: 'Open a {name} picture',
  opened: 'Recipe read. Same wax, new flame.',
} as const
