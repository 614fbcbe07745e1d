import { Spinner } from '@mcwick/ui'
import { type ReactNode, useState } from 'react'
import { RemotePart } from '../remotes/remote-part'
import { texts } from '../texts'

/** Returns what opens the takedown form, and the form. */
export function useTakedownForm(): { openForm: () => void; form: ReactNode } {
  const [openCount, setOpenCount] = useState(0) // the key of the form, so that each click opens a new one
  const form = openCount > 0 && (
    <RemotePart
      key={openCount}
      path="/wall"
      part="takedown"
      fallback={<Spinner label={texts.footer.loadingTakedown} />}
      failed={<p role="status">{texts.footer.noTakedown}</p>}
      onDone={() => setOpenCount(0)}
    />
  )
  return { openForm: () => setOpenCount(openCount + 1), form }
}
