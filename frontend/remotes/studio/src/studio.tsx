import { withDeadline } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { lazy } from 'react'

/** The pages of this remote by path, each loaded on demand; the shell shows that it waits. */
const pages = {
  '/ai': lazy(async () => ({ default: (await withDeadline(import('./meme-maker'))).MemeMaker })),
  '/pfp': lazy(async () => ({ default: (await withDeadline(import('./pfp/pfp-maker'))).PfpMaker })),
}

/** The remote's page for the current path. */
export function Studio() {
  const { path } = useShell().location
  const Page = pages[path === '/pfp' ? path : '/ai']
  return <Page />
}
