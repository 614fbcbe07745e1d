import { useStoredUser } from '@mcwick/session'
import { useState } from 'react'
import { ExistingKeyDialog } from './existing-key-dialog'
import { KeyPage } from './key-page'
import { NewKeyDialog } from './new-key-dialog'
import { ProfilePage } from './profile-page'

/** The page /verse: the way in, or who is in. A dialog that has let somebody in stays over it and says so. */
export default function VersePage() {
  const user = useStoredUser()
  const [asking, setAsking] = useState<'new' | 'existing'>()
  const close = () => setAsking(undefined)
  return (
    <>
      {user ? <ProfilePage user={user} /> : <KeyPage onAsk={setAsking} />}
      <NewKeyDialog open={asking === 'new'} onClose={close} />
      <ExistingKeyDialog open={asking === 'existing'} onClose={close} />
    </>
  )
}
