import type { PublicationModeration } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { detailOf } from './detail-of'
import { TextArea } from './field'
import { Form } from './form'
import { FormFooter } from './form-footer'
import { moderationTexts as texts } from './texts'

const maxAppeal = 400

/** What each place says of its own works. */
interface ModerationWords {
  hidden: string
  removed: string
  restored: string
  why: string
  missing: string
}

interface ModerationPanelProps {
  moderation: PublicationModeration
  words: ModerationWords
  className: string
  sendAppeal: (text: string) => Promise<unknown>
  onAppealed: () => unknown
}

/** What was decided about something of the visitor's, and their appeal with the answer. */
export function ModerationPanel({ moderation, words, className, sendAppeal, onAppealed }: ModerationPanelProps) {
  const { state, reason, message, hideTime, canAppeal, appeal, appealTime, answer, answerTime } = moderation
  const isSent = useRef(false)
  const sentText = useRef<HTMLParagraphElement>(null)
  // The pressed button leaves with the form.
  useEffect(() => {
    if (isSent.current && !canAppeal && document.activeElement === document.body) sentText.current?.focus()
  }, [canAppeal])
  const onSent = () => {
    isSent.current = true
    return onAppealed()
  }
  const why = texts.reasons[reason ?? '']
  const isRestored = state === 'MODERATION_STATE_RESTORED'
  const isUndecided = state === 'MODERATION_STATE_UNSPECIFIED'
  if (isUndecided || (isRestored && !answerTime)) return null
  return (
    <div className={className}>
      {!isRestored && (
        <p>
          {state === 'MODERATION_STATE_REMOVED' ? words.removed : words.hidden}
          {hideTime && ` ${texts.since(new Date(hideTime).toLocaleDateString('en-US', { dateStyle: 'medium' }))}`}
          {why && ` ${why}`}
        </p>
      )}
      {!isRestored && message && <p>{texts.said(message)}</p>}
      {appealTime && appeal && <p>{texts.appealed(appeal)}</p>}
      {appealTime && !answerTime && (
        <p ref={sentText} tabIndex={-1}>
          {texts.open}
        </p>
      )}
      {answerTime && <p>{isRestored ? words.restored : texts.final}</p>}
      {answerTime && answer && <p>{texts.said(answer)}</p>}
      {canAppeal && <AppealForm {...{ words, className, sendAppeal }} onAppealed={onSent} />}
    </div>
  )
}

/** A button that opens the form of the one appeal. The form keeps its text until it is sent. */
function AppealForm({ words, className, sendAppeal, onAppealed }: Omit<ModerationPanelProps, 'moderation'>) {
  const [open, setOpen] = useState<boolean>()
  const [text, setText] = useState('')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      sendAppeal(text.trim()).catch((error) => {
        // There is one appeal: only the answer to the call before was lost.
        if (!(error instanceof ApiError) || error.code !== 'APPEAL_MADE') throw error
      }),
    onSuccess: onAppealed,
  })
  if (isSuccess) return <p>{texts.open}</p> // and what was decided could not be read again
  if (!open)
    return (
      <Button size="small" autoFocus={open !== undefined} onClick={() => setOpen(true)}>
        {texts.appeal}
      </Button>
    )
  return (
    <Form className={className} onSubmit={() => text.trim() && !isPending && mutate()}>
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
        <ErrorPanel error={error} reason={detailOf(error)}>
          {texts.failed}
        </ErrorPanel>
      )}
      <FormFooter
        cancel={texts.cancel}
        onCancel={() => setOpen(false)}
        busy={isPending}
        disabledReason={text.trim() ? undefined : words.missing}
      >
        {isPending ? texts.sending : texts.send}
      </FormFooter>
    </Form>
  )
}
