import { ActionButton, TextArea } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import type { Ref } from 'react'
import { categories, type Form, genres, tellers } from '../choices'
import { texts } from '../texts'
import { Choice } from './choice'

const maxLength = 500 // UTF-16 code units, as the server counts
const { form: words } = texts

interface ScriptFormProps {
  desk: Ref<HTMLFormElement>
  form: Form
  onChange: (form: Form) => void
  onSubmit: () => void
  onSkip: () => void
  generating: boolean
  /** Something later is under way, which a new script would take away. */
  rolling: boolean
}

/** What the story is about and how it is told, what goes on behind it, and who tells it. */
export function ScriptForm({ desk, form, onChange, onSubmit, onSkip, generating, rolling }: ScriptFormProps) {
  const { config } = useShell()
  const set = (change: Partial<Form>) => onChange({ ...form, ...change })
  return (
    <form
      ref={desk}
      tabIndex={-1}
      className="bictok-form bictok-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <h1>{texts.title}</h1>
      <p className="bictok-subtitle">{branded(texts.subtitle, config)}</p>
      <TextArea
        label={words.prompt}
        placeholder={words.placeholder}
        value={form.text}
        onChange={({ target }) => set({ text: target.value })}
        readOnly={generating}
        maxLength={maxLength}
        rows={3}
        required
      />
      <Choice label={words.genre} options={genres} chosen={form.genre} onChoose={(genre) => set({ genre })} />
      <Choice
        label={words.category}
        options={categories}
        chosen={form.category}
        onChoose={(category) => set({ category })}
      />
      <Choice label={words.pfp} options={tellers} chosen={form.pfp} onChoose={(pfp) => set({ pfp })} />
      <div className="bictok-ways">
        <ActionButton type="submit" kind="primary" busy={generating} disabledReason={whyNot(form, rolling)}>
          {generating ? words.generating : words.generate}
        </ActionButton>
        <ActionButton busy={generating || rolling} onClick={onSkip}>
          {words.skip}
        </ActionButton>
      </div>
    </form>
  )
}

function whyNot({ text }: Form, rolling: boolean): string | undefined {
  if (rolling) return texts.rolling
  return text.trim() === '' ? words.empty : undefined
}
