import { updateProfile } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ActionButton, detailOf, Form, HandleField, parseHandle } from '@mcwick/forms'
import type { StoredUser } from '@mcwick/session'
import { useShell } from '@mcwick/shell-contract'
import { Button } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepProfile, profileScope } from '../session/use-session'
import { texts } from '../texts'

const { profile } = texts

interface HandleEditorProps {
  user: StoredUser
  /** Whether the session is known to be claimed only: changes require one that is proven by the private key. */
  isClaimed: boolean
}

/** Shows the X handle, editable in place. */
export function HandleEditor({ user, isClaimed }: HandleEditorProps) {
  const { toast } = useShell()
  const client = useQueryClient()
  const [draft, setDraft] = useState<string>()
  const [wasOpen, setWasOpen] = useState(false)
  const [isHandleInvalid, setIsHandleInvalid] = useState(false)
  const close = () => {
    setDraft(undefined)
    setWasOpen(true)
    setIsHandleInvalid(false)
    saving.reset()
  }
  const saving = useMutation({
    scope: profileScope,
    mutationFn: (handle: string) =>
      userAction('change the profile', (span) => updateProfile({ xHandle: `@${handle}` }, { span })),
    onSuccess: (session) => {
      keepProfile(client, session)
      toast(profile.saved)
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
        <Button size="small" autoFocus={wasOpen} onClick={() => setDraft(user.xHandle)}>
          {profile.edit}
        </Button>
      </div>
    )
  return (
    <Form
      onSubmit={() => {
        const handle = parseHandle(draft)
        saving.reset()
        if (!handle) setIsHandleInvalid(true)
        else if (isClaimed) toast(profile.notSaved, 'failure')
        else saving.mutate(handle)
      }}
    >
      <HandleField
        label={profile.handle}
        value={draft}
        readOnly={saving.isPending}
        onChange={(event) => {
          setDraft(event.target.value)
          setIsHandleInvalid(false)
          saving.reset()
        }}
        error={isHandleInvalid ? profile.format : saving.error && (detailOf(saving.error) || profile.saveFailed)}
        autoFocus
      />
      <div className="verse-actions">
        <Button size="small" aria-disabled={saving.isPending || undefined} onClick={() => saving.isPending || close()}>
          {profile.cancel}
        </Button>
        <ActionButton size="small" kind="primary" type="submit" busy={saving.isPending}>
          {profile.save}
        </ActionButton>
      </div>
    </Form>
  )
}
