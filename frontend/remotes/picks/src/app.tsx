import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { PicksPage as default } from './picks-page'
export const contract: ContractVersion = 1
