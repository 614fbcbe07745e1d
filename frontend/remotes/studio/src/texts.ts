import { drawnBy } from '@mcwick/forms'

/** The texts that memes and profile pictures share. */
export const texts = {
  /** What went wrong and what to do, by error code. A function takes the formatted retry delay. */
  reasons: {
    // Errors of the provider.
    PROMPT_REFUSED: 'The painter refused this wish, broh, so change a few words and try again.',
    REQUEST_REJECTED: 'The painter could not read our order, which is our bug and not your wish, so come back later.',
    PROVIDER_KEY: 'The painter does not know our key and only we can fix that, broh, so come back later.',
    PROVIDER_MODEL: 'The painter we ask for has left and only we can hire another, broh, so come back later.',
    PROVIDER_ORGANIZATION: 'The painter wants to see our papers first and only we can show them, so come back later.',
    PROVIDER_REGION: 'The painter does not paint where our candle stands and only we can move it, so come back later.',
    PROVIDER_BUSY: 'Everybody wants a candle right now, so give the painter a minute and try again.',
    PROVIDER_QUOTA: 'The painter waits for our coins and only we can pay, broh, so come back later.',
    PROVIDER_TIMEOUT: 'The painter was still at it when the wick ran out, so try again.',
    PROVIDER_NETWORK: 'The line to the painter snapped halfway, broh, so try again.',
    PROVIDER_UNREACHABLE: 'Nobody opens at the painter’s right now, so try again in a minute.',
    IMAGE_FAILED: 'The painter dropped the brush, broh, so try again.',
    IMAGE_MISSING: 'The painter sent an empty frame, broh, so try again.',
    IMAGE_TYPE_INVALID: 'What came back is anything but a picture, so try again.',
    IMAGE_TOO_LARGE: 'The picture came out too big for our door, broh, so try again.',
    IMAGE_NOT_STORED: 'The picture was drawn but fell off the wall on our side, so try again.',
    STORAGE_UNAVAILABLE: 'Our picture cupboard is stuck, broh, so try again in a minute.',
    // Errors of the platform, before anything was drawn.
    UNAVAILABLE: (time: string) => `The studio is dark right now, so try again in ${time}.`,
    JOB_NOT_FOUND: 'That picture is not on the easel any more, so ask for it again.',
  },
  waiting: {
    frame: 'Your meme will hang here',
    bar: 'The candle is drawing',
  },
  publish: {
    handleHint: '@mcanon',
    caption: 'Caption (optional)',
    captionHint: 'Say it with wax',
    cancel: 'Cancel',
  },
  openPicture: 'Open picture',
  /** What was published, and is not public before its picture was judged. */
  held: 'Waiting for a look, broh.',
  heldNote: 'It hangs as soon as it had its look. Until then only you can see it, under your posts.',
  myPosts: 'My posts',
  /** What is said with a link to a picture that has no caption. {name} is the brand's name. */
  shareText: 'Fresh wax from {name}, broh.',
  sealed: 'Sealed with your key, broh.',
  unsealed: (handle: string) => `No seal on this one. Only ${handle} carries it.`,
  picture: 'What hangs on the wall now',
  pictureFailed: 'Failed to download image. Please try again.',
  demo: 'Demo picture, drawn by the house',
  madeBy: drawnBy,
  /** Why the composer drew it. */
  composed:
    'The AI is away or burnt its budget, so the candle drew this itself: try again later for the real fireworks.',
} as const
