import type { Site } from '@mcwick/api-calls'
import { type Shell, ShellProvider } from '@mcwick/shell-contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** A site for tests. */
export const testSite: Site = {
  brand: {
    name: 'McWick',
    slug: 'mcwick',
    tagline: 'Green candles',
    contract: 'McW1ck',
    tokenSymbol: 'WICK',
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

/** A shell that goes nowhere and says nothing, unless told otherwise. */
export function TestShell({ shell, children }: { shell?: Partial<Shell>; children: ReactNode }) {
  const nothing = () => undefined
  const location = { path: '/', search: new URLSearchParams() }
  return (
    <ShellProvider
      shell={{
        config: testSite,
        location,
        navigate: nothing,
        prefetch: nothing,
        setTitle: nothing,
        toast: nothing,
        ...shell,
      }}
    >
      {children}
    </ShellProvider>
  )
}

/** Draws a page in a shell of its own, over a cache that asks once. `go` draws it in another, such as a new address. */
export function openPage(page: ReactNode, shell?: Partial<Shell>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const inShell = (shell?: Partial<Shell>) => (
    <QueryClientProvider client={client}>
      <TestShell shell={shell}>{page}</TestShell>
    </QueryClientProvider>
  )
  const { container, rerender } = render(inShell(shell))
  return { client, container, go: (shell: Partial<Shell>) => rerender(inShell(shell)) }
}

/** Whether a control stands there and takes no press. */
export function isOff(control: HTMLElement): boolean {
  return control.getAttribute('aria-disabled') === 'true'
}

/** A device of the test's own, with these parts of a navigator; spans of what went before go to nobody there, too. */
export function onDevice(parts: object) {
  vi.stubGlobal('navigator', { sendBeacon: () => true, ...parts })
}
