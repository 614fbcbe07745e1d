import { texts } from '../texts'

const { navigation } = texts

export interface MenuItem {
  label: string
  description: string
  /** Absent while the page does not exist yet. */
  href?: string
}

const galleryItems: MenuItem[] = [
  { label: navigation.explore, description: navigation.exploreHint, href: '/gallery' },
  { label: navigation.memes, description: navigation.memesHint, href: '/ai' },
  { label: navigation.pfps, description: navigation.pfpsHint, href: '/pfp' },
  { label: navigation.bictok, description: navigation.bictokHint },
]

/** The entries of the top bar, left to right; an entry with items opens a menu. */
export const barEntries: (MenuItem | { label: string; items: MenuItem[] })[] = [
  { label: navigation.tokenomics, description: '' },
  { label: navigation.gallery, items: galleryItems },
  { label: navigation.arcade, description: navigation.arcadeHint },
  { label: navigation.wall, description: navigation.wallHint, href: '/wall' },
  { label: navigation.convohs, description: navigation.convohsHint },
]

/** The tiles of the mobile menu, existing pages first. */
export const tiles: MenuItem[] = [
  ...galleryItems.slice(0, 3),
  { label: navigation.wall, description: navigation.wallHint, href: '/wall' },
  { label: navigation.bictok, description: navigation.bictokHint },
  { label: navigation.arcade, description: navigation.arcadeHint },
  { label: navigation.tokenomics, description: '' },
  { label: navigation.convohs, description: navigation.convohsHint },
]
