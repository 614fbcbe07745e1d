import anton from '../../../../../services/media/internal/fonts/anton.ttf?url'
import bangers from '../../../../../services/media/internal/fonts/bangers.ttf?url'
import comicNeue from '../../../../../services/media/internal/fonts/comic-neue.ttf?url'
import fredokaOne from '../../../../../services/media/internal/fonts/fredoka-one.ttf?url'
import fallback from '../../../../../services/media/internal/fonts/noto-sans-bold.ttf?url'
import permanentMarker from '../../../../../services/media/internal/fonts/permanent-marker.ttf?url'
import pressStart from '../../../../../services/media/internal/fonts/press-start-2p.ttf?url'
import vt323 from '../../../../../services/media/internal/fonts/vt323.ttf?url'
import { loadOnce } from './load-once'

// The font files of the server, under family names that no system font has, so that both draw the same. The baseline is
// the distance from a line's middle down to its baseline, in font sizes, as on the server.
const fonts: Record<string, { url: string; baseline: number }> = {
  Impact: { url: anton, baseline: 0.424 },
  'Press Start 2P': { url: pressStart, baseline: 0.5 },
  'Comic Neue': { url: comicNeue, baseline: 0.325 },
  'Permanent Marker': { url: permanentMarker, baseline: 0.396 },
  Bangers: { url: bangers, baseline: 0.351 },
  'Fredoka One': { url: fredokaOne, baseline: 0.369 },
  VT323: { url: vt323, baseline: 0.3 },
}

const fallbackFamily = 'Overlay fallback'

/** The font names of the picker; the first is the default. */
export const fontNames = Object.keys(fonts)

/** Returns the font-family value for the canvas. */
export function canvasFamily(name: string): string {
  return `"Overlay ${name}", "${fallbackFamily}"`
}

export function baselineOf(name: string): number {
  return fonts[name]?.baseline ?? 0
}

/** Loads the fonts of a text; the fallback font only for a text that may need it. */
export async function loadFonts(name: string, content: string): Promise<void> {
  const font = fonts[name]
  await Promise.all([
    font && loadFace(`Overlay ${name}`, font.url),
    needsFallback(content) && loadFace(fallbackFamily, fallback),
  ])
}

/** Whether a text has characters that a font of the picker may lack. */
export function needsFallback(content: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "all of ASCII"
  return /[^\x00-\x7f]/.test(content)
}

function loadFace(family: string, url: string) {
  return loadOnce(url, async () => {
    const face = new FontFace(family, `url("${url}")`)
    document.fonts.add(face) // first, so that who waits for the page's fonts waits for this one
    await face.load().catch((error) => {
      document.fonts.delete(face)
      throw error
    })
  })
}
