import { lazyPart } from '@mcwick/forms'
import type { ContractVersion, RemoteParts } from '@mcwick/shell-contract'
import './app.css'

// Loaded on demand: a logged-in visitor needs the account menu on every page, and the rest on one.
export default lazyPart(() => import('./page/verse-page'))
export const contract: ContractVersion = 1
export const parts: Partial<RemoteParts> = {
  account: lazyPart(() => import('./account/account')),
  earlyAccess: lazyPart(() => import('./early-access/early-access')),
}
