import type { MascotPose } from '@mcwick/ui'
import { texts as shared } from '../texts'

/**
 * The texts of the profile picture generator that it does not share with the meme maker. {name} is
 * the brand's name.
 */
export const texts = {
  title: 'McPFP Generator',
  colors: 'Required Colors',
  features: 'Optional Drip',
  least: (n: number) => `(select at least ${n})`,
  none: 'None',
  random: 'Random traits',
  generate: 'Generate PFP',
  generating: 'Generating...',
  sketch: 'Sketch',
  sketchAlt: (traits: string) => `Sketch: ${traits}`,
  blank: 'a candle without colours',
  missingColors: (colors: string) => `Still needs a color: ${colors}.`,
  missingFeatures: (n: number) => `Still needs ${n} more drip.`,
  failed: 'Failed to generate PFP',
  reasons: { ...shared.reasons, PROMPT_REFUSED: 'The painter refused these traits, broh, so swap one and try again.' },
  tryAgain: 'Try Again',
  waitingMessages: {
    intervalMs: 2500,
    messages: [
      { text: 'Pouring fresh wax...', pose: 'pose-think' },
      { text: 'Ironing the drip...', pose: 'pose-hips' },
      { text: 'Trimming the wick, just a little off the top...', pose: 'mood-thinking' },
      { text: 'Chasing a rugger off the red carpet...', pose: 'pose-point' },
      { text: 'Say cheese. Say green cheese, broh...', pose: 'mood-winking' },
      { text: 'Polishing diamonds with a paper hand...', pose: 'pose-raise' },
      { text: 'Finding our good side. Candles are round...', pose: 'pose-shock' },
      { text: 'Asking mum if she still recognises us...', pose: 'pose-phone' },
    ] satisfies { text: string; pose: MascotPose }[],
  },
  result: {
    alt: (traits: string) => `Your profile picture: ${traits}`,
    former: 'The one before',
    formerAlt: 'The picture before',
    back: 'Back to Traits',
    again: 'Regenerate',
  },
  publish: {
    open: 'Publish to InstaCandle',
    title: 'Publish to InstaCandle',
    handle: 'Signature (optional)',
    handleHint: '@mcanon',
    caption: 'Caption (optional)',
    captionHint: 'Say it with wax',
    cancel: 'Cancel',
    publish: 'Publish',
    publishing: 'Publishing...',
    preview: 'This is what will hang on the wall',
    failed: 'Failed to publish PFP',
    failedTitle: 'That did not stick',
    close: 'OK',
    published: 'McPFP Published!',
    added: 'Your PFP has been added to the {name} gallery',
    view: 'View in Gallery',
  },
} as const
