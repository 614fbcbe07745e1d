import { isPassing as isRetryable } from '@mcwick/api-client'
import { Dialog, Form, FormFooter, TextField } from '@mcwick/forms'
import type { StoredUser } from '@mcwick/session'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { derivePublicKey, parseKey } from '../keys/private-key'
import { isKeyUnknown, replaceKey } from '../session/log-in'
import { replacementKey } from '../session/use-session'
import { texts } from '../texts'
import { KeyBackup } from './key-backup'
import { KeyField } from './key-field'
import { useNewKey } from './use-new-key'

const { replace } = texts

interface ReplaceKeyDialogProps {
  user: StoredUser
  open: boolean
  onClose: () => void
}

/**
 * Replaces a key that may have leaked. Both keys are kept in this component only, and cleared on close, but for a new key
 * that was sent: the server may have it although its response was lost, so it stays until it has replaced the old one. The
 * dialog stays open until the answer: closing it would not stop the replacement.
 */
export function ReplaceKeyDialog({ user, open, onClose }: ReplaceKeyDialogProps) {
  const { toast } = useShell()
  const [isSent, setIsSent] = useState(false)
  const [next, updateNext] = useNewKey(open || isSent)
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const forgetNewKey = () => {
    setIsSent(false)
    replacement.reset()
  }
  const close = () => {
    setText('')
    setIsWrong(false)
    if (!isSent) forgetNewKey()
    onClose()
  }
  const replacement = useMutation({
    mutationKey: replacementKey,
    mutationFn: (send: () => ReturnType<typeof replaceKey>) => send(), // so that the keys are no variables in the cache
    onSuccess: () => {
      toast(replace.done)
      close()
      forgetNewKey()
    },
  })
  const submit = async () => {
    const old = parseKey(text)
    if (!next || !old || (await derivePublicKey(old)) !== user.publicKey) return setIsWrong(true)
    setIsSent(true)
    replacement.mutate(() => replaceKey(old, next.privateKey))
  }
  const cancel = () => replacement.isPending || close()
  return (
    <Dialog open={open} title={replace.title} onClose={cancel}>
      <Form className="verse-sheet" onSubmit={submit}>
        <p>{replace.lead}</p>
        <TextField
          label={replace.oldKey}
          error={isWrong ? replace.wrong : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setIsWrong(false)
          }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        {next && (
          <>
            <KeyField
              label={replace.newKey}
              value={next.privateKey}
              copy={replace.copyNew}
              onCopied={() => updateNext({ isCopied: true })}
            />
            <KeyBackup {...next} onSaved={(isSaved) => updateNext({ isSaved })} />
          </>
        )}
        {replacement.error && <ErrorPanel error={replacement.error}>{errorText(replacement.error)}</ErrorPanel>}
        <FormFooter
          cancel={replace.cancel}
          onCancel={cancel}
          kind="danger"
          busy={replacement.isPending}
          disabledReason={next?.isCopied || next?.isSaved ? undefined : texts.newKey.takeFirst}
        >
          {replacement.isPending ? replace.replacing : replace.submit}
        </FormFooter>
      </Form>
    </Dialog>
  )
}

function errorText(error: Error): string {
  if (isRetryable(error)) return replace.unsure
  return isKeyUnknown(error) ? texts.existingKey.unknown : replace.failed
}
