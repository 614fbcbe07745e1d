import { useShell } from '@mcwick/shell-contract'
import { Icon } from '@mcwick/ui'
import { type Place, placeOf } from '../../launch'
import { PlaceLink } from '../../navigation/place-link'
import { Soon } from '../../navigation/soon'
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

function LinkTile({ place: { label, text, href, date } }: { place: Place }) {
  const words = (
    <>
      <b>{label}</b>
      <small>{text}</small>
    </>
  )
  if (!href)
    return (
      <div className="link-tile" data-disabled="">
        <Soon date={date} />
        {words}
      </div>
    )
  return (
    <PlaceLink className="link-tile" href={href}>
      <Icon name="flame" />
      {words}
    </PlaceLink>
  )
}
