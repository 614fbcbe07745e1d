import { Icon } from '@mcwick/ui'
import { cornerOf, type Handle } from './handles'
import { canvasSize, type Layer } from './overlay'
import type { Box } from './text-box'

const distance = 31 // CSS pixels from the corner to the middle of a handle, whose 44 pixels then lie beside the text
const percent = (units: number) => `${(units / canvasSize) * 100}%`

/** The handles that size and turn the selected text by pointer; keys of the canvas do the same. */
export function CanvasHandles({ layer, box }: { layer: Layer; box: Box }) {
  const place = (handle: Handle) => {
    const { corner, away } = cornerOf(layer, box, handle)
    const along = (units: number, direction: number) =>
      `clamp(1rem, ${percent(units)} + ${(direction * distance).toFixed(1)}px, 100% - 1rem)`
    return { left: along(corner.x, away.x), top: along(corner.y, away.y) }
  }
  return (
    <>
      <span className="studio-handle" data-handle="turn" style={place('turn')} aria-hidden="true">
        <Icon name="rotate" size={16} />
      </span>
      <span className="studio-handle" data-handle="size" style={place('size')} aria-hidden="true">
        <Icon name="arrow" size={16} />
      </span>
    </>
  )
}

/** Returns the handle that was touched, if any. */
export function handleOf(target: EventTarget): Handle | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null
  return element?.dataset.handle as Handle | undefined
}
