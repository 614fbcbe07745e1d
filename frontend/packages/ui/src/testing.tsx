import type { Site } from '@mcwick/api-client'
import type { ReactNode } from 'react'
import { type Shell, ShellProvider } from './contract'

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
      shell={{ config: testSite, location, navigate: nothing, prefetch: nothing, toast: nothing, ...shell }}
    >
      {children}
    </ShellProvider>
  )
}
