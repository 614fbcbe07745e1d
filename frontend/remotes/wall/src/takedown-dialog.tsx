import { type RequestTakedownBody, requestTakedown } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import {
  createIdempotentSender,
  Dialog,
  detailOf,
  Form,
  FormFooter,
  HandleField,
  parseHandle,
  TextArea,
  TextField,
  useSessionStorage,
} from '@mcwick/forms'
import { type RemoteParts, useShell } from '@mcwick/shell-contract'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { texts } from './texts'

const maxPlace = 300
const maxReason = 400
const { takedown } = texts

const requestTakedownOnce = createIdempotentSender('takedown')

const emptyDraft: Draft = { reason: '', handle: '' }

interface Draft {
  /** Missing until something is entered. */
  place?: string
  reason: string
  handle: string
}

/**
 * The takedown form. It keeps its values until the request succeeded, also over a reload. Its place is at first the URL of
 * the page that it was entered on.
 */
export default function TakedownDialog({ onDone }: ComponentProps<RemoteParts['takedown']>) {
  const { toast } = useShell()
  const [draft, setDraft] = useSessionStorage('mcwick.wall.takedown', 1, () => emptyDraft)
  const [currentPage] = useState(() => location.href.slice(0, maxPlace))
  const place = draft.place ?? currentPage
  const [isHandleInvalid, setIsHandleInvalid] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (request: RequestTakedownBody) =>
      userAction('request takedown', (span) =>
        requestTakedownOnce(request, (body, headers) => requestTakedown(body, headers, { span })),
      ),
    onSuccess: () => {
      setDraft(emptyDraft)
      toast(takedown.thanks)
      onDone()
    },
  })
  const updateDraft = (change: Partial<Draft>) => {
    setDraft({ ...draft, place, ...change })
    setIsHandleInvalid(false)
    reset()
  }
  const isMissing = !place.trim() || !draft.reason.trim()
  const submit = () => {
    const handle = parseHandle(draft.handle)
    if (draft.handle.trim() && !handle) return setIsHandleInvalid(true)
    mutate({ place: place.trim(), reason: draft.reason.trim(), ...(handle && { xHandle: `@${handle}` }) })
  }
  return (
    <Dialog open title={takedown.title} onClose={() => isPending || onDone()}>
      <Form className="wall-form" onSubmit={() => isMissing || isPending || submit()}>
        <p className="wall-for">{takedown.lead}</p>
        <TextField
          label={takedown.place}
          placeholder={takedown.placeHint}
          value={place}
          onChange={({ target }) => updateDraft({ place: target.value })}
          readOnly={isPending}
          required
          maxLength={maxPlace}
        />
        <TextArea
          label={takedown.reason}
          value={draft.reason}
          onChange={({ target }) => updateDraft({ reason: target.value })}
          readOnly={isPending}
          required
          maxLength={maxReason}
          rows={3}
        />
        <HandleField
          label={takedown.handle}
          placeholder={takedown.handleHint}
          error={isHandleInvalid && texts.form.oddHandle}
          value={draft.handle}
          onChange={({ target }) => updateDraft({ handle: target.value })}
          readOnly={isPending}
        />
        {error && (
          <ErrorPanel error={error} reason={detailOf(error)}>
            {takedown.failed}
          </ErrorPanel>
        )}
        <FormFooter
          cancel={takedown.cancel}
          onCancel={onDone}
          busy={isPending}
          disabledReason={isMissing ? takedown.missing : undefined}
        >
          {isPending ? takedown.submitting : takedown.submit}
        </FormFooter>
      </Form>
    </Dialog>
  )
}
