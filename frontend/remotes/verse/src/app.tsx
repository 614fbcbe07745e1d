import { withDeadline } from '@mcwick/forms'
import type { ContractVersion, RemoteParts } from '@mcwick/shell-contract'
import { type ComponentProps, lazy } from 'react'
import './app.css'

// Loaded on demand: a logged-in visitor needs the account menu on every page, and the rest on one.
const Page = lazy(() => withDeadline(import('./page/verse-page')))
const Account = lazy(() => withDeadline(import('./account/account')))
const EarlyAccess = lazy(() => withDeadline(import('./early-access/early-access')))

export default function Verse() {
  return <Page />
}

export const contract: ContractVersion = 1
export const parts: Partial<RemoteParts> = {
  account: (props: ComponentProps<RemoteParts['account']>) => <Account {...props} />,
  earlyAccess: (props) => <EarlyAccess {...props} />,
}
