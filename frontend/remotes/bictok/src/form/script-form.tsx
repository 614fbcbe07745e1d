import { ActionButton, Form, RadioGroup, TextArea } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl } from '@mcwick/ui'
import type { Ref } from 'react'
import { categories, type FormValues, genres, narrators } from '../choices'
import { texts } from '../texts'

const maxLength = 500 // UTF-16 code units, as the server counts
const { form: formTexts } = texts

interface ScriptFormProps {
  ref: Ref<HTMLFormElement>
  form: FormValues
  onChange: (form: FormValues) => void
  onSubmit: () => void
  onSkip: () => void
  generating: boolean
  /** Whether a speech or video is in progress, which a new script would discard. */
  isLocked: boolean
}

/** The form of a video: prompt, genre, background and narrator. */
export function ScriptForm({ ref, form, onChange, onSubmit, onSkip, generating, isLocked }: ScriptFormProps) {
  const { config } = useShell()
  const set = (change: Partial<FormValues>) => onChange({ ...form, ...change })
  return (
    <Form ref={ref} tabIndex={-1} className="bictok-form bictok-card" onSubmit={onSubmit}>
      <h1>{texts.title}</h1>
      <p className="bictok-subtitle">{branded(texts.subtitle, config)}</p>
      <TextArea
        label={formTexts.prompt}
        placeholder={formTexts.placeholder}
        value={form.text}
        onChange={({ target }) => set({ text: target.value })}
        readOnly={generating}
        maxLength={maxLength}
        rows={3}
        required
      />
      <RadioGroup
        label={formTexts.genre}
        className="bictok-options"
        options={genres}
        chosen={form.genre}
        onChoose={(genre) => set({ genre })}
      />
      <RadioGroup
        label={formTexts.category}
        className="bictok-options"
        options={categories}
        chosen={form.category}
        onChoose={(category) => set({ category })}
      />
      <RadioGroup
        label={formTexts.pfp}
        className="bictok-options"
        options={narrators}
        chosen={form.pfp}
        onChoose={(pfp) => set({ pfp })}
        renderMark={({ drawing }) => <img src={artUrl(drawing)} alt="" width={512} height={512} />}
      />
      <div className="bictok-form-actions">
        <ActionButton type="submit" kind="primary" busy={generating} disabledReason={disabledReason(form, isLocked)}>
          {generating ? formTexts.generating : formTexts.generate}
        </ActionButton>
        <ActionButton busy={generating || isLocked} onClick={onSkip}>
          {formTexts.skip}
        </ActionButton>
      </div>
    </Form>
  )
}

function disabledReason({ text }: FormValues, isLocked: boolean): string | undefined {
  if (isLocked) return texts.rolling
  return text.trim() === '' ? formTexts.empty : undefined
}
