import { maxTextLength, maxTextLines } from './overlay'
import { texts } from './texts'

const { result } = texts
const nearTheEnd = 160 // letters from which on they are counted

interface TextNotesProps {
  id: string
  content: string
  /** Letters that no font can draw. */
  missing: readonly string[]
  /** Why the server will not draw the text. */
  refusal?: string | undefined
}

/** What there is to say about a text, under its box. It is described by what has this id. */
export function TextNotes({ id, content, missing, refusal }: TextNotesProps) {
  return (
    <div id={id} className="studio-notes">
      <p role="status" className="studio-missing">
        {missing.length > 0 && <Missing letters={missing} />}
        {refusal}
      </p>
      {content.length >= nearTheEnd && (
        <p className="mc-hint">
          {result.counter.replace('{n}', String(content.length)).replace('{most}', String(maxTextLength))}
        </p>
      )}
      {content.split('\n').length >= maxTextLines && <p className="mc-hint">{result.lastLine}</p>}
    </div>
  )
}

function Missing({ letters }: { letters: readonly string[] }) {
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
