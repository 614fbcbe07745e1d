import type { ContractVersion } from '@mcwick/ui'
import './app.css'

export { GalleryPage as default } from './gallery-page'
export const contract: ContractVersion = 1
