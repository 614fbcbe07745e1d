import { ActionButton, Form, TextArea } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import type { Ref } from 'react'
import { categories, type FormValues, genres, narrators } from '../choices'
import { texts } from '../texts'
import { Choice } from './choice'

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
      <Choice label={formTexts.genre} options={genres} chosen={form.genre} onChoose={(genre) => set({ genre })} />
      <Choice
        label={formTexts.category}
        options={categories}
        chosen={form.category}
        onChoose={(category) => set({ category })}
      />
      <Choice label={formTexts.pfp} options={narrators} chosen={form.pfp} onChoose={(pfp) => set({ pfp })} />
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
