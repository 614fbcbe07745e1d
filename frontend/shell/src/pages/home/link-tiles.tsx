import { useShell } from '@mcwick/shell-contract'
import { Icon } from '@mcwick/ui'
import { texts } from './texts'

const { links } = texts

/** Links to the community elsewhere: one exists, three are coming soon. */
export function LinkTiles() {
  const { brand } = useShell().config
  return (
    <nav className="links" aria-label={links.title}>
      <a className="link-tile" href={brand.socialUrl} target="_blank" rel="noopener">
        <Icon name="flame" />
        <b>{links.live.label}</b>
        <small>{links.live.hint}</small>
      </a>
      {links.later.map(({ label, hint }) => (
        <div key={label} className="link-tile" data-disabled="">
          <span className="bar-soon">{links.soon}</span>
          <b>{label}</b>
          <small>{hint}</small>
        </div>
      ))}
    </nav>
  )
}
