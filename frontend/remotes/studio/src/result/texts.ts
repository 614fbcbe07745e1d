import { texts as form } from '../form/texts'
import { texts as shared } from '../texts'

/** The position of a text on the canvas. */
interface Placed {
  x: number
  y: number
  fontSize: number
  rotation: number
}

/** The texts of the editor, loaded with it. */
export const texts = {
  title: form.title,
  result: {
    canvas: (action: string, scene: string, text: string) => `Preview: ${action}, ${scene}. Text: ${text}`,
    back: 'Back to Form',
    place: 'Place the text',
    keys: 'Drag it, or its corners to size and turn it. Keys: arrows move it, with Shift further, + and − size it, [ and ] turn it.',
    status: (n: number, { x, y, fontSize, rotation }: Placed) =>
      `Text ${n}: ${x} across, ${y} down, size ${fontSize}, turned ${rotation} degrees`,
    layers: 'Texts',
    layer: (n: number) => `Text ${n}`,
    add: 'Add text',
    remove: 'Remove text 2',
    undo: 'Undo',
    redo: 'Redo',
    near: 'This preview is near, not exact, until our letter press answers again.',
    text: 'Your text',
    outside: 'Part of this runs off the picture, broh.',
    fit: 'Make it fit',
    lastLine: 'That is line eight, broh, and the last one that fits.',
    missingOne: 'None of our fonts can draw {letters}, so swap it for something else, broh.',
    missingSome: 'None of our fonts can draw {letters}, so swap them for something else, broh.',
    randomText: 'Random text',
    size: 'Size',
    smaller: 'Smaller text',
    larger: 'Larger text',
    move: 'Move',
    up: 'Move up',
    down: 'Move down',
    left: 'Move left',
    right: 'Move right',
    rotate: 'Turn',
    rotateLeft: 'Turn left',
    rotateRight: 'Turn right',
    color: 'Colour',
    font: 'Font',
    swatches: 'Swatches',
  },
  publish: {
    open: 'Publish to Instacandle',
    title: 'Publish to Instacandle',
    handle: 'Your Handle (optional)',
    publish: 'Publish',
    notDrawable: (n: number) => `Text ${n} has something on it that we cannot draw. Fix that and it can hang.`,
    publishing: 'Publishing...',
    published: 'Published to Gallery!',
    held: shared.held,
    heldToast: 'Got it, broh. It hangs as soon as it had its look.',
    myPosts: shared.myPosts,
    seeIt: 'See it on the wall',
    openPicture: shared.openPicture,
    change: 'Change handle or caption',
    done: 'It hangs on the wall, broh!',
    failed: 'Failed to publish meme. Please try again.',
    enough: 'It went up three times already.',
    preview: 'This is what will hang on the wall',
    previewing: 'Holding it up to the light...',
    previewFailed: 'No final look this time. What you see in the editor is what will hang.',
    noCanvas: 'Canvas not found',
    noContext: 'Could not get canvas context',
    noBlob: 'Failed to create blob',
    noBackground: 'Background image not found',
  },
} as const
