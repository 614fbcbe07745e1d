import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { BicTok as default } from './bictok'
export const contract: ContractVersion = 1
