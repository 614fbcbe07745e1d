import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { WallPage as default } from './wall-page'
export const contract: ContractVersion = 1
