import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { Gallery as default } from './gallery'
export const contract: ContractVersion = 1
