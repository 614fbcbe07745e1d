import { ApiError } from '@mcwick/api-client'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea } from './field'
import { FormFooter } from './form-footer'

const maxAppeal = 400

/** What was decided, as the API has it. */
interface Moderation {
  state?: string
  reason?: string
  message?: string
  hideTime?: string
  canAppeal?: boolean
  appeal?: string
  appealTime?: string
  answer?: string
  answerTime?: string
}

/** The texts of the panel. */
export interface ModerationWords {
  hidden: string
  removed: string
  since: (date: string) => string
  reasons: Record<string, string>
  said: (message: string) => string
  appealed: (text: string) => string
  open: string
  restored: string
  final: string
  appeal: string
  why: string
  missing: string
  send: string
  sending: string
  cancel: string
  failed: string
}

interface ModerationPanelProps {
  moderation: Moderation
  words: ModerationWords
  className: string
  sendAppeal: (text: string) => Promise<unknown>
  onAppealed: () => unknown
}

/** What was decided about something of the visitor's, and their appeal with the answer. */
export function ModerationPanel({ moderation, words, className, sendAppeal, onAppealed }: ModerationPanelProps) {
  const { state, reason, message, hideTime, canAppeal, appeal, appealTime, answer, answerTime } = moderation
  const why = words.reasons[reason ?? '']
  const isRestored = state === 'MODERATION_STATE_RESTORED'
  if (state === 'MODERATION_STATE_UNSPECIFIED' || (isRestored && !answerTime)) return null
  return (
    <div className={className}>
      {!isRestored && (
        <p>
          {state === 'MODERATION_STATE_REMOVED' ? words.removed : words.hidden}
          {hideTime && ` ${words.since(new Date(hideTime).toLocaleDateString('en-US', { dateStyle: 'medium' }))}`}
          {why && ` ${why}`}
        </p>
      )}
      {!isRestored && message && <p>{words.said(message)}</p>}
      {appealTime && appeal && <p>{words.appealed(appeal)}</p>}
      {appealTime && !answerTime && <p>{words.open}</p>}
      {answerTime && <p>{isRestored ? words.restored : words.final}</p>}
      {answerTime && answer && <p>{words.said(answer)}</p>}
      {canAppeal && <AppealForm {...{ words, className, sendAppeal, onAppealed }} />}
    </div>
  )
}

/** A button that opens the form of the one appeal. The form keeps its text until it is sent. */
function AppealForm({ words, className, sendAppeal, onAppealed }: Omit<ModerationPanelProps, 'moderation'>) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendAppeal(text.trim()),
    onSuccess: onAppealed,
  })
  if (!open)
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        {words.appeal}
      </Button>
    )
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !isPending) mutate()
      }}
    >
      <TextArea
        autoFocus
        label={words.why}
        value={text}
        onChange={({ target }) => setText(target.value)}
        readOnly={isPending}
        maxLength={maxAppeal}
        rows={3}
      />
      {error && (
        <ErrorPanel error={error} reason={error instanceof ApiError ? error.detail : undefined}>
          {words.failed}
        </ErrorPanel>
      )}
      <FormFooter
        cancel={words.cancel}
        onCancel={() => setOpen(false)}
        busy={isPending}
        disabledReason={text.trim() ? undefined : words.missing}
      >
        {isPending ? words.sending : words.send}
      </FormFooter>
    </form>
  )
}
