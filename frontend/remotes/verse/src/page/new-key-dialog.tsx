import { ActionButton, Dialog } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel, Mascot, Spinner } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { registerAndLogIn } from '../session/log-in'
import { texts } from '../texts'
import { KeyBackup } from './key-backup'
import { KeyField } from './key-field'
import { useNewKey } from './use-new-key'

const { newKey } = texts
const shownMs = 2000

interface NewKeyDialogProps {
  open: boolean
  onClose: () => void
}

/**
 * Generates a key and registers it. The private key is kept in this component only, and cleared on close. It stays open while
 * the key is registered, which logs in.
 */
export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const { config } = useShell()
  const [key, updateKey] = useNewKey(open)
  const [isLeaving, setIsLeaving] = useState(false)
  const registration = useMutation({ mutationFn: async () => key && registerAndLogIn(key.privateKey) })
  const { isPending, isSuccess, error } = registration
  const close = () => {
    setIsLeaving(false)
    registration.reset()
    onClose()
  }
  // Before a backup closing would lose the key, so it is not registered, and closing asks first.
  const isBackedUp = key?.isCopied || key?.isSaved
  const mayClose = isSuccess || isBackedUp || isLeaving || !key
  return (
    <Dialog
      open={open}
      title={isSuccess ? branded(newKey.welcome, config) : newKey.title}
      onClose={() => isPending || (mayClose ? close() : setIsLeaving(true))}
    >
      {isSuccess && <WelcomeMessage onTimeout={close}>{branded(newKey.welcome, config)}</WelcomeMessage>}
      {isLeaving && (
        <div className="verse-sheet">
          <p role="alert">{newKey.unsafe}</p>
          <div className="verse-actions">
            <Button kind="danger" onClick={close}>
              {newKey.leave}
            </Button>
            <Button kind="primary" autoFocus onClick={() => setIsLeaving(false)}>
              {newKey.stay}
            </Button>
          </div>
        </div>
      )}
      {!isSuccess && !isLeaving && (
        <div className="verse-sheet">
          <ul className="verse-advice">
            {newKey.advice.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {key ? (
            <>
              <KeyField
                label={newKey.privateKey}
                value={key.privateKey}
                copy={newKey.copyPrivate}
                onCopied={() => updateKey({ isCopied: true })}
              />
              <KeyField label={newKey.publicKey} value={key.publicKey} copy={newKey.copyPublic} />
              <KeyBackup {...key} onSaved={(isSaved) => updateKey({ isSaved })} />
            </>
          ) : (
            <Spinner label={newKey.making} />
          )}
          {error && (
            <ErrorPanel role="status" error={error} onRetry={registration.mutate}>
              {newKey.failed}
            </ErrorPanel>
          )}
          <ActionButton
            kind="primary"
            busy={!key || isPending}
            disabledReason={!key || isBackedUp ? undefined : newKey.takeFirst}
            onClick={() => registration.mutate()}
          >
            {isPending ? newKey.registering : newKey.register}
          </ActionButton>
        </div>
      )}
    </Dialog>
  )
}

/** The welcome message, which closes after two seconds. */
function WelcomeMessage({ onTimeout, children }: { onTimeout: () => void; children: string }) {
  useEffect(() => {
    const timer = setTimeout(onTimeout, shownMs)
    return () => clearTimeout(timer)
  })
  return (
    <div className="verse-welcome" role="status">
      <Mascot pose="pose-cheer" lively />
      <p className="sr-only">{children}</p>
    </div>
  )
}
