import { useShell } from '@mcwick/shell-contract'
import { artUrl } from './mascot'

const drawnName = 'McWick' // the name in the logo drawing

interface WordmarkProps {
  /** The size of the logo drawing. */
  width: number
  height: number
  /** The text alternative of the logo; '' where something else says it. */
  alt: string
}

/** The brand's name: the logo drawing while the brand has the name on it, else plain text. */
export function Wordmark({ width, height, alt }: WordmarkProps) {
  const { name } = useShell().config.brand
  if (name === drawnName) return <img src={artUrl('logo')} alt={alt} width={width} height={height} />
  return (
    <span className="mc-wordmark" aria-hidden={alt === '' || undefined}>
      {name}
    </span>
  )
}
