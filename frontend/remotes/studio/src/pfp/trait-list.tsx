import { Badge } from '@mcwick/ui'
import { labelsOf, type Traits } from './traits'

/** The labels of the chosen traits. */
export function TraitList({ traits }: { traits: Traits }) {
  return (
    <ul className="pfp-traits">
      {labelsOf(traits).map((label) => (
        <li key={label}>
          <Badge>{label}</Badge>
        </li>
      ))}
    </ul>
  )
}
