import { useStoredUser } from '@mcwick/session'
import { useState } from 'react'
import { ExistingKeyDialog } from './existing-key-dialog'
import { LoginPage } from './login-page'
import { NewKeyDialog } from './new-key-dialog'
import { ProfilePage } from './profile-page'

/** The page /verse: login or profile. A login dialog stays open after success, to show its message. */
export default function VersePage() {
  const user = useStoredUser()
  const [openDialog, setOpenDialog] = useState<'new' | 'existing'>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      {user ? <ProfilePage user={user} /> : <LoginPage onOpenDialog={setOpenDialog} />}
      <NewKeyDialog open={openDialog === 'new'} onClose={close} />
      <ExistingKeyDialog open={openDialog === 'existing'} onClose={close} />
    </>
  )
}
