import type { MemeInput } from '@mcwick/api-calls'
import { ActionButton, Form, Select, TextArea } from '@mcwick/forms'
import { type Failure, FailurePanel } from '@mcwick/jobs'
import { branded, useShell } from '@mcwick/shell-contract'
import { IconButton } from '@mcwick/ui'
import type { ChangeEvent, ReactNode, Ref } from 'react'
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
  const field = (name: keyof MemeInput, randomLabel: string, values: readonly string[]) => ({
    value: meme[name],
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement | HTMLSelectElement>) => set({ [name]: target.value }),
    beside: (
      <IconButton icon="dice" label={randomLabel} onClick={() => set({ [name]: pickOther(values, meme[name]) })} />
    ),
  })
  return (
    <Form className="studio-panel" onSubmit={onSubmit}>
      <h1 ref={heading} tabIndex={-1}>
        {texts.title}
      </h1>
      {remix}
      {failure && <FailurePanel failure={failure} />}
      <fieldset className="studio-fields" role="presentation" disabled={generating || isLoading}>
        <TextArea
          {...field('action', texts.randomAction, actions)}
          label={branded(texts.action, config)}
          maxLength={maxLength}
          rows={2}
        />
        <TextArea {...field('scene', texts.randomScene, scenes)} label={texts.scene} maxLength={maxLength} rows={2} />
        <Select
          {...field('style', texts.randomStyle, styles)}
          label={texts.style}
          options={offeredStyles(meme.style).map((style) => ({ value: style, label: style }))}
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
