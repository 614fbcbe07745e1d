import { contractVersion } from '@mcwick/ui'
import './app.css'

export { MemeMaker as default } from './meme-maker'
export const contract = contractVersion
