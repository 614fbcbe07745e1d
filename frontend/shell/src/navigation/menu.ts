import type { Site } from '@mcwick/api-calls'
import { type LaunchId, type Place, placeOf } from '../launch'
import { texts } from '../texts'

const { navigation } = texts

/** An entry of the bar that opens a menu. */
export interface PlaceGroup {
  label: string
  items: Place[]
}

const explore: Place = { label: navigation.explore, text: navigation.exploreHint, href: '/gallery' }
const memes: Place = { label: navigation.memes, text: navigation.memesHint, href: '/ai' }
const pfps: Place = { label: navigation.pfps, text: navigation.pfpsHint, href: '/pfp' }
const wall: Place = { label: navigation.wall, text: navigation.wallHint, href: '/wall' }

const words: Partial<Record<LaunchId, { label: string; text: string }>> = {
  bictok: { label: navigation.bictok, text: navigation.bictokHint },
  arcade: { label: navigation.arcade, text: navigation.arcadeHint },
  tokenomics: { label: navigation.tokenomics, text: '' },
  convohs: { label: navigation.convohs, text: navigation.convohsHint },
}

const place = (id: LaunchId, site: Site) => placeOf(id, words[id] ?? { label: id, text: '' }, site)

/** What operators added to the menu. */
const added = (site: Site): Place[] =>
  (site.launch?.menu ?? []).map(({ label, text = '', address }) => ({ label, text, href: address }))

/** Returns the entries of the top bar, left to right; an entry with items opens a menu. */
export const barEntries = (site: Site): (Place | PlaceGroup)[] => [
  place('tokenomics', site),
  { label: navigation.gallery, items: [explore, memes, pfps, place('bictok', site), ...added(site)] },
  place('arcade', site),
  wall,
  place('convohs', site),
]

/** Returns the tiles of the mobile menu, existing pages first. */
export const tiles = (site: Site): Place[] => {
  const later = (['bictok', 'arcade', 'tokenomics', 'convohs'] as const).map((id) => place(id, site))
  return [explore, memes, pfps, wall, ...added(site), ...later]
}
