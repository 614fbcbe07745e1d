import type { ContractVersion } from '@mcwick/shell-contract'
import './app.css'

export { Gallery as default } from './gallery'
export const contract: ContractVersion = 1
