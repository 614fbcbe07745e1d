import { useState } from 'react'

// Files of their own, loaded when a game is opened.
const drawings = import.meta.glob<string>('./art/*.svg', { eager: true, query: '?url&no-inline', import: 'default' })
const fallback = drawings['./art/bitcoin.svg']

/** A token's drawing, with the bitcoin as fallback. It has no text alternative, because the name is beside it. */
export function TokenImage({ image }: { image: string }) {
  const [failed, setFailed] = useState(false)
  const drawing = failed ? undefined : drawings[`./art/${image}`]
  return (
    <img
      className="picks-token-image"
      src={drawing ?? fallback}
      alt=""
      width="256"
      height="256"
      draggable={false}
      onError={() => setFailed(true)}
    />
  )
}
