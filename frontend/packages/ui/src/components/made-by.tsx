/** The source of an artwork, speech or video. */
export type Maker = 'ai' | 'composer'

/** Normalizes a source. Data older than the field has none: all of it was made by AI. */
export function makerOf(source: string | undefined): Maker {
  return source === 'composer' ? 'composer' : 'ai'
}

interface MadeByProps {
  source: string | undefined
  words: Record<Maker, string>
}

/** The label beside an artwork, speech or video that says whether AI made it. */
export function MadeBy({ source, words }: MadeByProps) {
  return (
    <span className="mc-badge mc-made" data-tone="quiet">
      {words[makerOf(source)]}
    </span>
  )
}
