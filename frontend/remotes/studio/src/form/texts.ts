import type { MascotPose } from '@mcwick/ui'
import { texts as shared } from '../texts'

/** The texts of the meme form and of waiting for its artwork. {name} is the brand's name. */
export const texts = {
  title: 'McMemer AI',
  action: "What's {name} doing?",
  scene: 'Describe the scene',
  style: 'Choose Art Style',
  randomAction: 'Random action',
  randomScene: 'Random scene',
  randomStyle: 'Random art style',
  generate: 'Generate Scene',
  generating: 'Generating...',
  loading: 'The flame is still on its way, broh.',
  emptyForm: 'Give the candle something to do and somewhere to do it.',
  failed: 'Failed to generate image',
  reasons: shared.reasons,
  waitingMessages: {
    intervalMs: 2000,
    messages: [
      { text: 'Melting the crayons...', pose: 'pose-think' },
      { text: 'Asking the flame for ideas...', pose: 'mood-thinking' },
      { text: 'Polishing the diamond wick...', pose: 'pose-thumb' },
      { text: 'Chasing ruggers off the set...', pose: 'pose-point' },
      { text: 'Teaching the pixels to hodl...', pose: 'pose-hips' },
      { text: 'Lighting the scene. Literally...', pose: 'pose-raise' },
      { text: 'Green candles only, broh...', pose: 'pose-cheer' },
      { text: 'Calling mum to say we made it...', pose: 'pose-phone' },
      { text: 'Holding the pose. Arms hurt...', pose: 'pose-shock' },
      { text: 'One last drip of drama...', pose: 'pose-dance' },
    ] satisfies { text: string; pose: MascotPose }[],
  },
} as const
