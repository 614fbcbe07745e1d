import type { Layer } from './overlay'
import type { Shape } from './shape'

const mostTexts = 64

/** The shapes of the texts that this page has met. One shape serves all font sizes at which the lines stay the same. */
export class ShapeBook {
  /** By text and family, the latest used last. */
  private readonly pages = new Map<string, Shape[]>()

  find(layer: Layer): Shape | undefined {
    const key = keyOf(layer)
    const page = this.pages.get(key)
    if (!page) return undefined
    this.pages.delete(key)
    this.pages.set(key, page)
    return page.find(({ layout }) => layout.minFontSize <= layer.fontSize && layer.fontSize <= layout.maxFontSize)
  }

  add(layer: Layer, shape: Shape) {
    if (this.find(layer)) return
    const key = keyOf(layer)
    this.pages.set(key, [...(this.pages.get(key) ?? []), shape])
    const [oldest] = this.pages.keys()
    if (this.pages.size > mostTexts && oldest !== undefined) this.pages.delete(oldest)
  }
}

function keyOf({ content, fontFamily }: Layer): string {
  return `${fontFamily}\n${content}`
}
