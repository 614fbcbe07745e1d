import { updateProfile } from '@mcwick/api-calls'
import { ApiError, userAction } from '@mcwick/api-client'
import { ActionButton, TextField } from '@mcwick/forms'
import { type StoredUser, storeUser } from '@mcwick/session'
import { useShell } from '@mcwick/shell-contract'
import { Button } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'

const { profile } = texts

interface HandleProps {
  user: StoredUser
  /** A session by the private key may change it. */
  isProven: boolean
}

/** The X handle: shown, and changed in place. */
export function Handle({ user, isProven }: HandleProps) {
  const { toast } = useShell()
  const [draft, setDraft] = useState<string>()
  const close = () => {
    setDraft(undefined)
    saving.reset()
  }
  const saving = useMutation({
    mutationFn: async (xHandle: string) =>
      isProven ? userAction('change the profile', (span) => updateProfile({ xHandle }, { span })) : undefined,
    onSuccess: (session) => {
      if (session?.user) storeUser(session.user)
      toast(session ? profile.saved : profile.notSaved)
      close()
    },
  })
  if (draft === undefined)
    return (
      <div className="verse-handle">
        <div>
          <p className="mc-label">{profile.handle}</p>
          <p className="verse-name">{user.xHandle}</p>
        </div>
        <Button size="small" onClick={() => setDraft(user.xHandle)}>
          {profile.edit}
        </Button>
      </div>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(draft)
      }}
    >
      <TextField
        label={profile.handle}
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value)
          saving.reset()
        }}
        error={saving.error && sentenceOf(saving.error)}
        maxLength={51} // with its @
        autoComplete="off"
        autoFocus
      />
      <div className="verse-ways">
        <Button size="small" onClick={close}>
          {profile.cancel}
        </Button>
        <ActionButton size="small" kind="primary" type="submit" busy={saving.isPending}>
          {profile.save}
        </ActionButton>
      </div>
    </form>
  )
}

function sentenceOf(error: Error): string {
  return (error instanceof ApiError && error.detail) || profile.saveFailed
}
