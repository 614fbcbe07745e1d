import type { ImageType, Site } from '@mcwick/api-calls'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** Incremented when a remote built against an older shell contract would break. */
export const contractVersion = 1

/**
 * The type of a remote's `contract`. A remote writes the number itself: the imported constant would be that of the shell
 * that runs it, not the one it was built against.
 */
export type ContractVersion = typeof contractVersion

/** Components of a remote that the shell renders outside the remote's page. */
export interface RemoteParts {
  /** The account menu: in the top bar, or in the mobile menu, which a choice closes. */
  account: ComponentType<{ place: 'bar' } | { place: 'menu'; onChoose: () => void }>
  /** The early-access form: `onDone` when the visitor submitted it, `onLater` to ask again at the next visit. */
  earlyAccess: ComponentType<{ onDone: () => void; onLater: () => void }>
  /** The takedown form, for any content of the site. `onDone` is called when it is submitted or closed. */
  takedown: ComponentType<{ onDone: () => void }>
}

/** The exports of a remote's ./app module. */
export interface RemoteModule {
  default: ComponentType
  contract: number
  parts?: Partial<RemoteParts>
}

/** What changed in the gallery. A list that is read now has it; a part of it may be known already. */
export interface GalleryUpdate {
  added?: { id: string; type: string }[]
  /** Ids of images that are not public any more. */
  removed?: string[]
  /** Like counts by image. */
  likes?: Record<string, number>
}

/** What the shell provides to remotes. */
export interface Shell {
  config: Site
  /** The current location. */
  location: { path: string; search: URLSearchParams }
  /** Navigates within the site; `replace` replaces the current history entry. */
  navigate: (href: string, options?: { replace?: boolean }) => void
  /** Loads the code of a route ahead of navigation. */
  prefetch: (href: string) => void
  /** Sets the title of the browser window; undefined restores the route's title. */
  setTitle?: (title: string | undefined) => void
  /** Shows a short message for a few seconds, of something that was done or that failed. */
  toast: (message: string, outcome?: 'failure') => void
  /**
   * Calls the listener with what changes in the gallery, at most once a second, until the returned function is called.
   * `types` are read where there are no updates.
   */
  watchGallery?: (types: ImageType[], listener: (update: GalleryUpdate) => void) => () => void
}

const ShellContext = createContext<Shell | null>(null)

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>
}

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}

/** Replaces {name}, {slug} and other settings of the brand in a text. */
export function branded(text: string, { brand }: Site): string {
  const settings: Record<string, string> = { ...brand }
  return text.replace(/\{(\w+)\}/g, (placeholder, setting) => settings[setting] ?? placeholder)
}
