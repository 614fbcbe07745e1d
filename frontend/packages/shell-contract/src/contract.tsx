import type { Site } from '@mcwick/api-calls'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** Counts up when a remote built against an older shell contract would break. */
export const contractVersion = 1

/**
 * The type of a remote's `contract`. A remote writes the number itself: if it took the constant, it would always get the
 * one of the shell that runs it.
 */
export type ContractVersion = typeof contractVersion

/** What a remote may draw beside its page, inside the shell's own frame. */
export interface RemoteParts {
  /** The corner of whoever is logged in: in the bar, or in the phone's menu, which a choice closes. */
  account: ComponentType<{ place: 'bar' } | { place: 'menu'; onChoose: () => void }>
  /** Asks a visitor for a name: `onDone` when they gave it, `onLater` when they want to be asked at the next visit. */
  earlyAccess: ComponentType<{ onDone: () => void; onLater: () => void }>
  /** Asks what should be taken down, wherever on the site it is. `onDone` is called when that is over. */
  takedown: ComponentType<{ onDone: () => void }>
}

/** What a remote's ./app module exports. */
export interface RemoteModule {
  default: ComponentType
  contract: number
  parts?: Partial<RemoteParts>
}

/** What the shell gives to remotes. */
export interface Shell {
  config: Site
  /** The address as it is now. */
  location: { path: string; search: URLSearchParams }
  /** Goes to an address of this site; `replace` leaves no trace in the history. */
  navigate: (href: string, options?: { replace?: boolean }) => void
  /** Fetches the code of an address of this site, before somebody goes there. */
  prefetch: (href: string) => void
  /** Names the page in the browser's window; undefined gives it the name of its route again. */
  setTitle?: (title: string | undefined) => void
  /** Says something in passing. */
  toast: (message: string) => void
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

/** Sets the brand's {name} and its other settings, such as {slug}, into a text. */
export function branded(text: string, { brand }: Site): string {
  const settings: Record<string, string> = { ...brand }
  return text.replace(/\{(\w+)\}/g, (placeholder, setting) => settings[setting] ?? placeholder)
}
