import { useState } from 'react'

// Files of their own: a deck's drawings are fetched when somebody plays.
const drawings = import.meta.glob<string>('./art/*.svg', { eager: true, query: '?url&no-inline', import: 'default' })
const fallback = drawings['./art/bitcoin.svg']

/** A token's drawing; the bitcoin stands in for one that does not come. Its name stands beside it. */
export function TokenPicture({ image }: { image: string }) {
  const [failed, setFailed] = useState(false)
  const drawing = failed ? undefined : drawings[`./art/${image}`]
  return (
    <img
      className="picks-coin"
      src={drawing ?? fallback}
      alt=""
      width="256"
      height="256"
      draggable={false}
      onError={() => setFailed(true)}
    />
  )
}
