import type { MemeInput } from '@mcwick/api-calls'
import { ActionButton, Form, Select, TextArea } from '@mcwick/forms'
import { type Failure, FailurePanel } from '@mcwick/jobs'
import { branded, useShell } from '@mcwick/shell-contract'
import { IconButton } from '@mcwick/ui'
import type { ReactNode, Ref } from 'react'
import { actions, pickOther, scenes, styles } from '../suggestions'
import { texts } from './texts'

const maxLength = 200 // UTF-16 code units, as the server counts

interface MemeFormProps {
  heading: Ref<HTMLHeadingElement>
  /** What it is a remix of. */
  remix?: ReactNode
  meme: MemeInput
  onChange: (meme: MemeInput) => void
  onSubmit: () => void
  generating: boolean
  /** Whether a remix is about to fill the form. */
  isLoading: boolean
  failure?: Failure
  /** The button that opens a picture. */
  openButton?: ReactNode
}

/** The form of a meme: action, scene and style, each with a button for a random value. */
export function MemeForm(props: MemeFormProps) {
  const { heading, remix, meme, onChange, onSubmit, generating, isLoading, failure, openButton } = props
  const { config } = useShell()
  const isEmpty = meme.action.trim() === '' || meme.scene.trim() === ''
  const set = (change: Partial<MemeInput>) => onChange({ ...meme, ...change })
  const dice = (label: string, field: keyof MemeInput, values: readonly string[]) => (
    <IconButton icon="dice" label={label} onClick={() => set({ [field]: pickOther(values, meme[field]) })} />
  )
  return (
    <Form className="studio-panel" onSubmit={onSubmit}>
      <h1 ref={heading} tabIndex={-1}>
        {texts.title}
      </h1>
      {remix}
      {failure && <FailurePanel failure={failure} />}
      <fieldset className="studio-fields" disabled={generating || isLoading}>
        <TextArea
          label={branded(texts.action, config)}
          value={meme.action}
          onChange={(event) => set({ action: event.target.value })}
          maxLength={maxLength}
          rows={2}
          beside={dice(texts.randomAction, 'action', actions)}
        />
        <TextArea
          label={texts.scene}
          value={meme.scene}
          onChange={(event) => set({ scene: event.target.value })}
          maxLength={maxLength}
          rows={2}
          beside={dice(texts.randomScene, 'scene', scenes)}
        />
        <Select
          label={texts.style}
          value={meme.style}
          onChange={(event) => set({ style: event.target.value })}
          options={offeredStyles(meme.style).map((style) => ({ value: style, label: style }))}
          beside={dice(texts.randomStyle, 'style', styles)}
        />
      </fieldset>
      <ActionButton
        type="submit"
        kind="primary"
        busy={generating}
        disabledReason={isLoading ? texts.loading : isEmpty ? texts.emptyForm : undefined}
      >
        {generating ? texts.generating : texts.generate}
      </ActionButton>
      {openButton}
    </Form>
  )
}

/** The styles to choose from, and that of a remix, which may be another. */
function offeredStyles(style: string): readonly string[] {
  return styles.some((offered) => offered === style) ? styles : [style, ...styles]
}
