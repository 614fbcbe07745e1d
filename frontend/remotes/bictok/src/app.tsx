import type { ContractVersion } from '@mcwick/shell-contract'
import './app.css'

export { BicTok as default } from './bictok'
export const contract: ContractVersion = 1
