/** Who makes pictures and sounds. */
export type Maker = 'ai' | 'composer'

/** Whose a source is. What is older than the marks has none: AI made all of that. */
export function makerOf(source: string | undefined): Maker {
  return source === 'composer' ? 'composer' : 'ai'
}

interface MadeByProps {
  source: string | undefined
  words: Record<Maker, string>
}

/** The small mark beside what AI made, or what it did not. */
export function MadeBy({ source, words }: MadeByProps) {
  return (
    <span className="mc-badge mc-made" data-tone="quiet">
      {words[makerOf(source)]}
    </span>
  )
}
