import type { ContractVersion } from '@mcwick/shell-contract'
import './app.css'

export { Studio as default } from './studio'
export const contract: ContractVersion = 1
