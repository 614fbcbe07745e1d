import { Assurance } from '@mcwick/api-calls'
import type { StoredUser } from '@mcwick/session'
import { branded, useShell } from '@mcwick/shell-contract'
import { Badge, Button, Mascot } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { logOutEverywhere } from '../session/log-in'
import { useSession } from '../session/use-session'
import { texts } from '../texts'
import { HandleEditor } from './handle-editor'
import { KeyField } from './key-field'
import { MyPosts } from './my-posts'
import { ProfileSwitch } from './profile-switch'
import { ReplaceKeyDialog } from './replace-key-dialog'

const { profile } = texts

/** The page /verse of a logged-in visitor. */
export function ProfilePage({ heading, user }: { heading: Ref<HTMLHeadingElement>; user: StoredUser }) {
  const { config, toast } = useShell()
  const { data } = useSession(user.publicKey)
  const isProven = data?.assurance === Assurance.ASSURANCE_PROVEN
  const isClaimed = data?.assurance === Assurance.ASSURANCE_CLAIMED
  const isPrivate = data?.user?.isPrivate // undefined from a server of the last release
  const [isReplacing, setIsReplacing] = useState(false)
  const logout = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: () => toast(profile.everywhereDone),
    onError: () => toast(profile.everywhereFailed, 'failure'),
  })
  return (
    <section className="verse verse-home">
      <div className="verse-card">
        <Mascot pose="pose-hips" />
        <div className="verse-sheet">
          <h1 ref={heading} tabIndex={-1}>
            {branded(profile.title, config)}
          </h1>
          <p>
            <Badge>{texts.holder}</Badge>
          </p>
          <KeyField label={profile.publicKey} value={user.publicKey} copy={texts.newKey.copyPublic} />
          <HandleEditor user={user} isClaimed={isClaimed} />
          {isProven && isPrivate !== undefined && <ProfileSwitch user={user} isPrivate={isPrivate} />}
          {isClaimed && (
            <p role="status" className="mc-hint">
              {profile.claimed}
            </p>
          )}
          {isProven && (
            <div className="verse-actions">
              <Button size="small" onClick={() => setIsReplacing(true)}>
                {texts.replace.open}
              </Button>
              <Button
                size="small"
                aria-disabled={logout.isPending || undefined}
                onClick={() => logout.isPending || logout.mutate()}
              >
                {profile.everywhere}
              </Button>
            </div>
          )}
        </div>
      </div>
      <ReplaceKeyDialog user={user} open={isReplacing} onClose={() => setIsReplacing(false)} />
      <MyPosts session={[user.publicKey, data?.assurance]} />
    </section>
  )
}
