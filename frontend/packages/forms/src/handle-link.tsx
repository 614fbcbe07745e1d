import { Link } from '@mcwick/ui'
import { texts } from './texts'

/** A proven handle with its seal, which leads to its profile. */
export function HandleLink({ handle }: { handle: string }) {
  return (
    <Link href={`/${handle}`} className="mc-handle">
      <span>{handle}</span>
      <Seal />
    </Link>
  )
}

/** A seal of wax. */
function Seal() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" role="img" aria-label={texts.seal}>
      <path d="M12 1.6c1.6 0 2.2 1.5 3.6 2 1.4.4 2.9-.4 4 .8 1.2 1.1.4 2.6.8 4 .5 1.4 2 2 2 3.6s-1.5 2.2-2 3.6c-.4 1.4.4 2.9-.8 4-1.1 1.2-2.6.4-4 .8-1.4.5-2 2-3.6 2s-2.2-1.5-3.6-2c-1.4-.4-2.9.4-4-.8-1.2-1.1-.4-2.6-.8-4-.5-1.4-2-2-2-3.6s1.5-2.2 2-3.6c.4-1.4-.4-2.9.8-4 1.1-1.2 2.6-.4 4-.8 1.4-.5 2-2 3.6-2Z" />
      <path d="m7.6 12.4 3 3 5.8-6.6" />
    </svg>
  )
}
