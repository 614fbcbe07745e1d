import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { MemeMaker as default } from './meme-maker'
export const contract: ContractVersion = 1
