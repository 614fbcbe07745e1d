import { ApiError } from '@mcwick/api-client'
import { Dialog, FormFooter, TextField } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { keyIn } from '../keys/private-key'
import { logIn } from '../session/log-in'
import { texts } from '../texts'

const { existingKey } = texts

interface ExistingKeyDialogProps {
  open: boolean
  onClose: () => void
}

/** Lets somebody in with a key they have. What is typed lives in here, and is gone with the dialog. */
export function ExistingKeyDialog({ open, onClose }: ExistingKeyDialogProps) {
  const { config } = useShell()
  const [text, setText] = useState('')
  const [remembered, setRemembered] = useState(false)
  const [isOdd, setIsOdd] = useState(false)
  const close = () => {
    setText('')
    setRemembered(false)
    setIsOdd(false)
    entering.reset()
    onClose()
  }
  const entering = useMutation({
    mutationFn: async () => {
      const key = keyIn(text)
      if (key) return logIn(key, { remembered })
      setIsOdd(true)
      return undefined
    },
    onSuccess: (session) => session && close(),
  })
  const { error, isPending } = entering
  return (
    <Dialog open={open} title={existingKey.title} onClose={close}>
      <form
        className="verse-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          entering.mutate()
        }}
      >
        <TextField
          label={existingKey.key}
          hint={existingKey.hint}
          error={isOdd ? existingKey.format : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setIsOdd(false)
            entering.reset()
          }}
          required
          readOnly={isPending}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <label className="verse-tick">
          <input type="checkbox" checked={remembered} onChange={(event) => setRemembered(event.target.checked)} />
          {existingKey.remember}
        </label>
        {error && <ErrorPanel error={error}>{sentenceOf(error)}</ErrorPanel>}
        <FormFooter cancel={existingKey.close} onCancel={close} disabled={!text.trim() || isPending}>
          {isPending ? existingKey.verifying : branded(existingKey.submit, config)}
        </FormFooter>
      </form>
    </Dialog>
  )
}

/** What is said of a failure: what the server says to a visitor, else the specified sentence. */
function sentenceOf(error: Error): string {
  if (error instanceof ApiError && error.status === 404) return existingKey.unknown
  return (error instanceof ApiError && error.detail) || existingKey.failed
}
