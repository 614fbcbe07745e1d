import { updateProfile } from '@mcwick/api-calls'
import { ApiError, userAction } from '@mcwick/api-client'
import { detailOf } from '@mcwick/forms'
import { type StoredUser, storedUser } from '@mcwick/session'
import { Link } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { keepProfile, profileScope } from '../session/use-session'
import { texts } from '../texts'

const { profile } = texts

interface ProfileSwitchProps {
  user: StoredUser
  /** As stored by the server. */
  isPrivate: boolean
}

/** Switches whether the account has a public profile. A change shows at once, and is taken back when it is not saved. */
export function ProfileSwitch({ user, isPrivate }: ProfileSwitchProps) {
  const client = useQueryClient()
  const id = useId()
  const saving = useMutation({
    scope: profileScope,
    mutationFn: (isPrivate: boolean) =>
      userAction('change the profile', async (span) => {
        try {
          return await updateProfile({ isPrivate }, { span })
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 400)) throw error
          const { xHandle } = storedUser() ?? user // as the handle editor left it
          return updateProfile({ xHandle, isPrivate }, { span }) // the last release refuses a request without a handle
        }
      }),
    onSuccess: (session) => keepProfile(client, session),
  })
  const isShown = !(saving.isPending ? saving.variables : isPrivate)
  const path = `/${user.xHandle}`
  return (
    <div className="verse-public">
      <label className="verse-switch">
        <input
          type="checkbox"
          role="switch"
          checked={isShown}
          aria-checked={isShown}
          aria-describedby={id}
          onChange={({ target }) => saving.mutate(!target.checked)}
        />
        {profile.show(path)}
      </label>
      <div id={id}>
        <p className="mc-hint">{profile.showHint}</p>
        <p className="mc-wrong" aria-live="polite">
          {saving.error && (detailOf(saving.error) || profile.showFailed)}
        </p>
      </div>
      {isShown && (
        <Link className="mc-link" href={path}>
          {profile.look}
        </Link>
      )}
    </div>
  )
}
