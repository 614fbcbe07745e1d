import { withDeadline } from '@mcwick/forms'
import type { ContractVersion, RemoteParts } from '@mcwick/shell-contract'
import { type ComponentProps, lazy, useState } from 'react'
import './app.css'

export { WallPage as default } from './wall-page'
export const contract: ContractVersion = 1
export const parts: Partial<RemoteParts> = { takedown: Takedown }

/** The takedown form, which the footer of every page opens. Each time it is opened, a load that failed is tried again. */
function Takedown(props: ComponentProps<RemoteParts['takedown']>) {
  const [Dialog] = useState(() => lazy(() => withDeadline(import('./takedown-dialog'))))
  return <Dialog {...props} />
}
