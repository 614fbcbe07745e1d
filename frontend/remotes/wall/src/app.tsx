import { withDeadline } from '@mcwick/forms'
import type { ContractVersion, RemoteParts } from '@mcwick/shell-contract'
import { lazy } from 'react'
import './app.css'

const Takedown = lazy(() => withDeadline(import('./takedown-dialog'))) // opened from the footer of every page

export { WallPage as default } from './wall-page'
export const contract: ContractVersion = 1
export const parts: Partial<RemoteParts> = { takedown: (props) => <Takedown {...props} /> }
