import type { LaunchItem, Site } from '@mcwick/api-calls'
import { branded } from '@mcwick/shell-contract'

/** The id of an item that operators may change in the settings, without a release (gateway/site/launch.go lists them). */
export type LaunchId =
  | 'tokenomics'
  | 'bictok'
  | 'arcade'
  | 'convohs'
  | 'chat'
  | 'chart'
  | 'launchpad'
  | 'rugs'
  | 'wordle'
  | 'connections'

/** A link, tile or menu item. */
export interface Place {
  label: string
  text: string
  /** Absent while it is coming soon. */
  href?: string
  /** When it comes, as operators say it. */
  date?: string
}

/** The paths of this site where live items are, unless the settings have another address. */
const ownPaths: Partial<Record<LaunchId, string>> = { bictok: '/bictok' }

/** Returns an item as the settings have it: coming soon unless they say that it is live and where. */
export function placeOf(id: LaunchId, { label, text }: { label: string; text: string }, site: Site): Place {
  const set: LaunchItem = site.launch?.items?.[id] ?? {}
  const href = set.address || ownPaths[id]
  return {
    label: set.label || label,
    text: branded(set.text || text, site),
    ...(set.state === 'live' && href && { href }),
    ...(set.date && { date: set.date }),
  }
}

/** Whether an address is on another site. */
export function isElsewhere(href: string): boolean {
  return !href.startsWith('/')
}
