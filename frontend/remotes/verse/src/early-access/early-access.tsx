import { requestEarlyAccess } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { sendThenSolve } from '@mcwick/challenge'
import { Dialog, detailOf, Form, FormFooter, HandleField, parseHandle } from '@mcwick/forms'
import { branded, type RemoteParts, useShell } from '@mcwick/shell-contract'
import { ErrorPanel, Mascot } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { texts } from '../texts'

const { early } = texts
const shownMs = 2000

/** Whether the visitor types, presses something or is in another dialog, which the form must not interrupt. */
const isBusy = () =>
  document.querySelector(':is(input, textarea, select, [contenteditable]):focus, dialog[open], :active') !== null

/** The early-access form: asks for an X handle. It can be closed until the next visit. */
export default function EarlyAccess({ onDone, onLater }: ComponentProps<RemoteParts['earlyAccess']>) {
  const { config } = useShell()
  const [isWaiting, setIsWaiting] = useState(isBusy)
  useEffect(() => {
    const timer = setInterval(() => setIsWaiting((was) => was && isBusy()), 500)
    return () => clearInterval(timer)
  }, [])
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string>()
  const { mutate, isSuccess, isPending, error } = useMutation({
    mutationFn: (handle: string) =>
      userAction('ask for early access', (span) =>
        sendThenSolve('early-access', { span }, (request) =>
          requestEarlyAccess({ xHandle: `@${handle}` }, {}, request),
        ),
      ),
    onSuccess: () => void setTimeout(onDone, shownMs), // also where it was postponed meanwhile
  })
  const isEmpty = !name.trim()
  const handle = parseHandle(name)
  return (
    <Dialog
      open={!isWaiting}
      title={isSuccess ? branded(early.welcome, config) : early.title}
      onClose={() => isSuccess || onLater()}
    >
      {isSuccess ? (
        <div className="verse-welcome" role="status">
          <Mascot pose="pose-cheer" lively />
          <p>{early.fam}</p>
        </div>
      ) : (
        <Form className="verse-sheet" onSubmit={() => (handle ? mutate(handle) : setRefused(name))}>
          <p>{early.why}</p>
          <HandleField
            label={early.handle}
            error={refused === name ? early.format : undefined}
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder="@"
            required
          />
          {error && <ErrorPanel error={error}>{detailOf(error) || early.failed}</ErrorPanel>}
          <FormFooter cancel={early.later} onCancel={onLater} cannotCancel={false} disabled={isEmpty} busy={isPending}>
            {isPending ? early.submitting : branded(early.submit, config)}
          </FormFooter>
        </Form>
      )}
    </Dialog>
  )
}
