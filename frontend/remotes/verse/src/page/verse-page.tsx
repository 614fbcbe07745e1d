import { useStoredUser } from '@mcwick/session'
import { useEffect, useRef, useState } from 'react'
import { ExistingKeyDialog } from './existing-key-dialog'
import { LoginPage } from './login-page'
import { NewKeyDialog } from './new-key-dialog'
import { ProfilePage } from './profile-page'

type LoginDialog = 'new' | 'existing'

/** The page /verse: login or profile. A login dialog stays open after success, to show its message. */
export default function VersePage() {
  const user = useStoredUser()
  const [openDialog, setOpenDialog] = useState<LoginDialog>()
  const heading = useRef<HTMLHeadingElement>(null)
  const [closeCount, setCloseCount] = useState(0)
  const close = (dialog: LoginDialog) => {
    setOpenDialog((current) => (current === dialog ? undefined : current))
    setCloseCount(closeCount + 1)
  }
  // The button that opened the dialog is gone after logging in. Nothing outside of an open dialog can take the focus.
  useEffect(() => {
    if (closeCount > 0) heading.current?.focus()
  }, [closeCount])
  // The button that logged out is gone too: this runs when the account is, and finds the heading only at the login page.
  const loginHeading = useRef<HTMLHeadingElement>(null)
  useEffect(() => (user ? () => loginHeading.current?.focus() : undefined), [user])
  return (
    <>
      {user ? (
        <ProfilePage heading={heading} user={user} />
      ) : (
        <LoginPage heading={loginHeading} onOpenDialog={setOpenDialog} />
      )}
      <NewKeyDialog open={openDialog === 'new'} onClose={() => close('new')} />
      <ExistingKeyDialog open={openDialog === 'existing'} onClose={() => close('existing')} />
    </>
  )
}
