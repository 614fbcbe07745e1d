import { useShell } from '@mcwick/shell-contract'
import { Icon } from '@mcwick/ui'
import { type Place, placeOf } from '../../launch'
import { PlaceItem } from '../../navigation/place-item'
import { texts } from './texts'

const { links } = texts

/** Links to the community elsewhere: one exists, three are coming soon until the settings say otherwise. */
export function LinkTiles() {
  const { config } = useShell()
  return (
    <nav className="links" aria-label={links.title}>
      <LinkTile place={{ label: links.live.label, text: links.live.hint, href: config.brand.socialUrl }} />
      {links.later.map(({ id, label, hint }) => (
        <LinkTile key={id} place={placeOf(id, { label, text: hint }, config)} />
      ))}
    </nav>
  )
}

function LinkTile({ place }: { place: Place }) {
  return (
    <PlaceItem place={place} className="link-tile">
      {place.href && <Icon name="flame" />}
      <b>{place.label}</b>
      <small>{place.text}</small>
    </PlaceItem>
  )
}
