import { lazyPart } from '@mcwick/forms'
import type { ContractVersion, RemoteParts } from '@mcwick/shell-contract'
import './app.css'

export { WallPage as default } from './wall-page'
export const contract: ContractVersion = 1
export const parts: Partial<RemoteParts> = { takedown: lazyPart(() => import('./takedown-dialog')) }
