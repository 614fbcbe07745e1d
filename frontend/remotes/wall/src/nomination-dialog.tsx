import { type NominateBody, nominate } from '@mcwick/api-calls'
import { isPassing as isRetryable, userAction } from '@mcwick/api-client'
import { sendThenSolve } from '@mcwick/challenge'
import {
  createIdempotentSender,
  Dialog,
  detailOf,
  Form,
  FormFooter,
  HandleField,
  parseHandle,
  readStored,
  TextArea,
  useSessionStorage,
} from '@mcwick/forms'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entriesKey } from './api/entries'
import { apiWall, type Side } from './side'
import { texts } from './texts'
import { YesNo } from './yes-no'

const maxReason = 400

const { form } = texts

const nominateOnce = createIdempotentSender('nomination')

const draftName = 'mcwick.wall.nomination'
const emptyDraft: Draft = { handle: '', reason: '', isSelf: false }

interface Draft {
  handle: string
  reason: string
  isSelf: boolean
  isHodling?: boolean | undefined
}

interface NominationDialogProps {
  side: Side
  open: boolean
  onClose: () => void
  /** Called after a successful nomination. */
  onNominated: () => void
}

/** The nomination form. It keeps its values until the nomination succeeded, also over a reload, and stays open while it is sent. */
export function NominationDialog({ side, open, onClose, onNominated }: NominationDialogProps) {
  const [draft, setDraft] = useSessionStorage(draftName, 1, () => emptyDraft)
  const [isHandleInvalid, setIsHandleInvalid] = useState(false)
  const client = useQueryClient()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (nomination: NominateBody) =>
      userAction('nominate', (span) =>
        nominateOnce(nomination, (body, headers) =>
          sendThenSolve('nomination', { span }, (request) => nominate(body, headers, request)),
        ),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: entriesKey })
      if (isDraftStored()) setDraft(emptyDraft)
      onClose()
      onNominated()
    },
  })
  // Another one is, when the page was left while this one was sent, and the form opened again.
  const isDraftStored = () => JSON.stringify(readStored(`${draftName}.1`, 'session')) === JSON.stringify(draft)
  const showsHodling = side === 'flame' && draft.isSelf
  const updateDraft = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setIsHandleInvalid(false)
    reset()
  }
  const submit = () => {
    const handle = parseHandle(draft.handle)
    if (!handle) return setIsHandleInvalid(true)
    mutate({
      wall: apiWall(side),
      xHandle: `@${handle}`,
      reason: draft.reason.trim(),
      isSelfNomination: draft.isSelf,
      ...(showsHodling && draft.isHodling !== undefined && { isHodling: draft.isHodling }),
    })
  }
  const isMissing = !draft.handle.trim() || !draft.reason.trim()
  return (
    <Dialog open={open} title={form.title} onClose={() => isPending || onClose()}>
      <Form className="wall-form" onSubmit={() => isMissing || isPending || submit()}>
        <p className="wall-for">{texts.walls[side].title}</p>
        <HandleField
          label={form.handle}
          placeholder={form.handleHint}
          error={isHandleInvalid && form.oddHandle}
          value={draft.handle}
          onChange={(event) => updateDraft({ handle: event.target.value })}
          readOnly={isPending}
          required
        />
        <TextArea
          label={form.reason}
          value={draft.reason}
          onChange={(event) => updateDraft({ reason: event.target.value })}
          readOnly={isPending}
          required
          maxLength={maxReason}
          alwaysShowCounter
          rows={3}
        />
        <YesNo
          question={form.self}
          value={draft.isSelf}
          onAnswer={(isSelf) => updateDraft({ isSelf, ...(!isSelf && { isHodling: undefined }) })}
          disabled={isPending}
        />
        {showsHodling && (
          <YesNo
            question={form.hodling}
            value={draft.isHodling}
            onAnswer={(isHodling) => updateDraft({ isHodling })}
            disabled={isPending}
          />
        )}
        {error && (
          <ErrorPanel
            role="status"
            error={error}
            reason={detailOf(error)}
            onRetry={isRetryable(error) ? submit : undefined}
          >
            {form.failed}
          </ErrorPanel>
        )}
        <FormFooter
          cancel={form.cancel}
          onCancel={onClose}
          busy={isPending}
          disabledReason={isMissing ? form.missing : undefined}
        >
          {isPending ? form.submitting : form.submit}
        </FormFooter>
      </Form>
    </Dialog>
  )
}
