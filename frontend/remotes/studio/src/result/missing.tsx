import { texts } from './texts'

const { result } = texts

/** Which letters no font can draw. */
export function Missing({ letters }: { letters: readonly string[] }) {
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
