import { contractVersion } from '@mcwick/ui'
import './app.css'

export { GalleryPage as default } from './gallery-page'
export const contract = contractVersion
