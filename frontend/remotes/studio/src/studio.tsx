import { withDeadline } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Spinner } from '@mcwick/ui'
import { lazy, Suspense } from 'react'
import { texts } from './texts'

/** The pages of this remote by path, each loaded on demand. */
const pages = {
  '/ai': lazy(async () => ({ default: (await withDeadline(import('./meme-maker'))).MemeMaker })),
  '/pfp': lazy(async () => ({ default: (await withDeadline(import('./pfp/pfp-maker'))).PfpMaker })),
}

/** The remote's page for the current path. */
export function Studio() {
  const { path } = useShell().location
  const Page = pages[path === '/pfp' ? path : '/ai']
  return (
    <Suspense fallback={<Spinner label={texts.loading} />}>
      <Page />
    </Suspense>
  )
}
