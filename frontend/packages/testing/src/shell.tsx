import type { Site } from '@mcwick/api-calls'
import { type Shell, ShellProvider } from '@mcwick/shell-contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** The site configuration of tests. */
export const testSite: Site = {
  brand: {
    name: 'WaxTest', // not the default one, so that a literal name in a text fails
    slug: 'waxtest',
    tagline: 'Green candles',
    contract: 'McW1ck',
    tokenSymbol: 'WAXT',
    socialUrl: 'https://x.com/',
    airdropDate: '2025 Q1',
    birthday: 'January 3, 2009',
    humanYears: '15',
    candleYears: '78',
  },
  flags: {},
  mediaBase: '/media/',
  remotes: [],
}

/** A shell whose functions do nothing, unless overridden. */
export function TestShell({ shell, children }: { shell?: Partial<Shell>; children: ReactNode }) {
  const ignore = () => undefined
  const location = { path: '/', search: new URLSearchParams() }
  return (
    <ShellProvider
      shell={{
        config: testSite,
        location,
        navigate: ignore,
        prefetch: ignore,
        setTitle: ignore,
        toast: ignore,
        ...shell,
      }}
    >
      {children}
    </ShellProvider>
  )
}

/** Renders a page in a test shell, with a query cache that does not retry. `rerender` changes the shell, such as its location. */
export function renderPage(page: ReactNode, shell?: Partial<Shell>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const inShell = (shell?: Partial<Shell>) => (
    <QueryClientProvider client={client}>
      <TestShell shell={shell}>{page}</TestShell>
    </QueryClientProvider>
  )
  const { container, rerender } = render(inShell(shell))
  return { client, container, rerender: (shell: Partial<Shell>) => rerender(inShell(shell)) }
}

/** Whether a control is disabled by aria-disabled. */
export function isAriaDisabled(control: HTMLElement): boolean {
  return control.getAttribute('aria-disabled') === 'true'
}

/** Replaces the navigator by one with these properties; its sendBeacon drops the spans of earlier tests. */
export function stubNavigator(properties: object) {
  vi.stubGlobal('navigator', { sendBeacon: () => true, ...properties })
}

/** An IntersectionObserver for which everything is in view. */
export class AlwaysIntersecting {
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.callback([{ isIntersecting: true }])
  }
  disconnect() {}
}
