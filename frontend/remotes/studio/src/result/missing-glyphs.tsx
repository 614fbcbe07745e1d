import { texts } from './texts'

const { result } = texts

/** The error that lists the characters no font can draw. */
export function MissingGlyphs({ letters }: { letters: readonly string[] }) {
  const [before = '', after = ''] = (letters.length === 1 ? result.missingOne : result.missingSome).split('{letters}')
  return (
    <>
      {before}
      {letters.map((letter, index) => (
        <span key={letter}>
          {index > 0 && ' '}
          <mark>{letter}</mark>
        </span>
      ))}
      {after}
    </>
  )
}
