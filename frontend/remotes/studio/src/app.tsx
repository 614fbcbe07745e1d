import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { Studio as default } from './studio'
export const contract: ContractVersion = 1
