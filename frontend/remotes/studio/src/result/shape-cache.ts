import type { Layer } from './overlay'
import type { Shape } from './shape'

const maxEntries = 64

/** An LRU cache of text shapes. One shape is valid for all font sizes with the same line breaks. */
export class ShapeCache {
  /** By text and font family, the most recently used last. */
  private readonly entries = new Map<string, Shape[]>()

  find(layer: Layer): Shape | undefined {
    const key = keyOf(layer)
    const shapes = this.entries.get(key)
    if (!shapes) return undefined
    this.entries.delete(key)
    this.entries.set(key, shapes)
    return shapes.find(({ layout }) => layout.minFontSize <= layer.fontSize && layer.fontSize <= layout.maxFontSize)
  }

  add(layer: Layer, shape: Shape) {
    if (this.find(layer)) return
    const key = keyOf(layer)
    this.entries.set(key, [...(this.entries.get(key) ?? []), shape])
    const [oldest] = this.entries.keys()
    if (this.entries.size > maxEntries && oldest !== undefined) this.entries.delete(oldest)
  }
}

function keyOf({ content, fontFamily }: Layer): string {
  return `${fontFamily}\n${content}`
}
