import { appealPublication, type Publication, type PublicationModeration } from '@mcwick/api-calls'
import { ApiError, userAction } from '@mcwick/api-client'
import { FormFooter, TextArea } from '@mcwick/forms'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'

const { moderation: words } = texts.posts
const maxAppeal = 400

/** Whether a decision keeps a post from being public. */
export function isHidden({ moderation }: Publication) {
  return moderation?.state === 'MODERATION_STATE_HIDDEN' || moderation?.state === 'MODERATION_STATE_REMOVED'
}

interface PostModerationProps {
  postId: string
  moderation: PublicationModeration
  onAppealed: () => unknown
}

/** What was decided about a post, and its maker's appeal with the answer. */
export function PostModeration({ postId, moderation, onAppealed }: PostModerationProps) {
  const { state, reason, message, hideTime, canAppeal, appeal, appealTime, answer, answerTime } = moderation
  const why = words.reasons[reason as keyof typeof words.reasons]
  const isRestored = state === 'MODERATION_STATE_RESTORED'
  if (isRestored && !answerTime) return null
  return (
    <div className="verse-sheet">
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
      {canAppeal && <AppealForm postId={postId} onAppealed={onAppealed} />}
    </div>
  )
}

/** A button that opens the form of the one appeal. The form keeps its text until it is sent. */
function AppealForm({ postId, onAppealed }: { postId: string; onAppealed: () => unknown }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => userAction('appeal', (span) => appealPublication(postId, { text: text.trim() }, { span })),
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
      className="verse-sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !isPending) mutate()
      }}
    >
      <TextArea
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
