import { ActionButton, Dialog } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel, Mascot, Spinner } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { register } from '../session/log-in'
import { texts } from '../texts'
import { Backup } from './backup'
import { KeyField } from './key-field'
import { useNewKey } from './use-new-key'

const { newKey } = texts
const shownMs = 2000

interface NewKeyDialogProps {
  open: boolean
  onClose: () => void
}

/** Cuts a key and registers it. The private key lives in here, and is gone with the dialog. */
export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const { config } = useShell()
  const key = useNewKey(open)
  const [isCopied, setIsCopied] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const registering = useMutation({ mutationFn: async () => key && register(key.privateKey) })
  const { isPending, isSuccess, error } = registering
  const close = () => {
    setIsCopied(false)
    setIsSaved(false)
    setIsLeaving(false)
    registering.reset()
    onClose()
  }
  // Until then it is lost with the dialog, so it is neither registered nor closed without a word.
  const isTaken = isCopied || isSaved
  const mayClose = isSuccess || isTaken || isLeaving || !key
  return (
    <Dialog
      open={open}
      title={isSuccess ? branded(newKey.welcome, config) : newKey.title}
      onClose={() => (mayClose ? close() : setIsLeaving(true))}
    >
      {isSuccess && <Welcome onOver={close} />}
      {isLeaving && (
        <div className="verse-sheet">
          <p role="alert">{newKey.unsafe}</p>
          <div className="verse-ways">
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
                onCopied={() => setIsCopied(true)}
              />
              <KeyField label={newKey.publicKey} value={key.publicKey} copy={newKey.copyPublic} />
              <Backup {...key} isSaved={isSaved} onSaved={setIsSaved} />
            </>
          ) : (
            <Spinner label={newKey.making} />
          )}
          {error && (
            <ErrorPanel role="status" error={error} onRetry={registering.mutate}>
              {newKey.failed}
            </ErrorPanel>
          )}
          <ActionButton
            kind="primary"
            busy={!key || isPending}
            disabledReason={!key || isTaken ? undefined : newKey.takeFirst}
            onClick={() => registering.mutate()}
          >
            {isPending ? newKey.registering : newKey.register}
          </ActionButton>
        </div>
      )}
    </Dialog>
  )
}

/** Says hello and goes by itself. */
function Welcome({ onOver }: { onOver: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onOver, shownMs)
    return () => clearTimeout(timer)
  })
  return (
    <div className="verse-welcome" role="status">
      <Mascot pose="pose-cheer" lively />
    </div>
  )
}
