import { texts } from './texts'

const { result } = texts

/** The error that lists the characters no font can draw. */
export function MissingGlyphs({ glyphs }: { glyphs: readonly string[] }) {
  const [before = '', after = ''] = (glyphs.length === 1 ? result.missingOne : result.missingSome).split('{letters}')
  return (
    <>
      {before}
      {glyphs.map((letter, index) => (
        <span key={letter}>
          {index > 0 && ' '}
          <mark>{letter}</mark>
        </span>
      ))}
      {after}
    </>
  )
}
