import { contractVersion } from '@mcwick/ui'
import './app.css'

export const contract = contractVersion
export { Page as default } from './page'
