import { Badge } from '@mcwick/ui'
import { type Traits, traitLabels } from './traits'

/** The labels of the chosen traits. */
export function TraitList({ traits }: { traits: Traits }) {
  return (
    <ul className="pfp-traits">
      {traitLabels(traits).map((label) => (
        <li key={label}>
          <Badge>{label}</Badge>
        </li>
      ))}
    </ul>
  )
}
