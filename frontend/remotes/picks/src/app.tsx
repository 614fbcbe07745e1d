import type { ContractVersion } from '@mcwick/shell-contract'
import './app.css'

export { PicksPage as default } from './picks-page'
export const contract: ContractVersion = 1
