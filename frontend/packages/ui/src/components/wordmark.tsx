import { useShell } from '@mcwick/shell-contract'
import { artUrl } from './mascot'

const drawnName = 'McWick' // what stands on the drawing

interface WordmarkProps {
  /** Of the drawing. */
  width: number
  height: number
  /** Said for the drawing; '' where something else says it. */
  alt: string
}

/** The brand's name as a sign: our drawing while the brand is called what stands on it, else its letters. */
export function Wordmark({ width, height, alt }: WordmarkProps) {
  const { name } = useShell().config.brand
  if (name === drawnName) return <img src={artUrl('logo')} alt={alt} width={width} height={height} />
  return (
    <span className="mc-wordmark" aria-hidden={alt === '' || undefined}>
      {name}
    </span>
  )
}
