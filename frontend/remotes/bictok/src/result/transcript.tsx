interface TranscriptProps {
  text: string
  /** The index of the current word; -1 for none. */
  word: number
}

/** The script, with the current word highlighted. */
export function Transcript({ text, word }: TranscriptProps) {
  const found = [...text.matchAll(/\S+/g)][word]
  if (!found) return <p className="bictok-script">{text}</p>
  const end = found.index + found[0].length
  return (
    <p className="bictok-script">
      {text.slice(0, found.index)}
      <mark>{found[0]}</mark>
      {text.slice(end)}
    </p>
  )
}
