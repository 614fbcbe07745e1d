import { Dialog, detailOf, Form, FormFooter, TextField } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseKey } from '../keys/private-key'
import { isKeyUnknown, logIn } from '../session/log-in'
import { keepSession } from '../session/use-session'
import { texts } from '../texts'

const { existingKey } = texts

interface ExistingKeyDialogProps {
  open: boolean
  onClose: () => void
}

/**
 * The login by an existing key. The typed key is kept in this component only, and cleared on close. It stays open while the key
 * is verified: closing it would not keep the answer from logging in.
 */
export function ExistingKeyDialog({ open, onClose }: ExistingKeyDialogProps) {
  const { config } = useShell()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [remembered, setRemembered] = useState(false)
  const close = () => {
    setText('')
    setRemembered(false)
    login.reset()
    onClose()
  }
  const login = useMutation({
    mutationFn: async () => {
      const key = parseKey(text)
      return key && logIn(key, { remembered })
    },
    onSuccess: (session) => {
      if (!session) return
      if (session.user) keepSession(client, session.user.publicKey, session)
      close()
    },
  })
  const { error, isPending } = login
  const isKeyInvalid = login.isSuccess && !login.data
  const cancel = () => isPending || close()
  return (
    <Dialog open={open} title={existingKey.title} onClose={cancel}>
      <Form className="verse-sheet" onSubmit={() => isPending || login.mutate()}>
        <TextField
          label={existingKey.key}
          hint={existingKey.hint}
          error={isKeyInvalid ? existingKey.format : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            login.reset()
          }}
          required
          readOnly={isPending}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <label className="verse-checkbox">
          <input type="checkbox" checked={remembered} onChange={(event) => setRemembered(event.target.checked)} />
          {existingKey.remember}
        </label>
        {error && <ErrorPanel error={error}>{errorText(error)}</ErrorPanel>}
        <FormFooter cancel={existingKey.close} onCancel={cancel} disabled={!text.trim()} busy={isPending}>
          {isPending ? existingKey.verifying : branded(existingKey.submit, config)}
        </FormFooter>
      </Form>
    </Dialog>
  )
}

/** Returns the error text: the server's detail, else the specified sentence. */
function errorText(error: Error): string {
  if (isKeyUnknown(error)) return existingKey.unknown
  return detailOf(error) || existingKey.failed
}
