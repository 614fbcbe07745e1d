import { Icon } from '@mcwick/ui'
import { type ComponentProps, type ReactNode, useId } from 'react'

const counter = (n: number, max: number) => `${n}/${max} characters`
const counterThreshold = 0.8 // of maxLength; the counter is shown from here on

interface LabeledProps {
  label: string
  /** Rendered beside the control, such as a button that fills it. */
  beside?: ReactNode
  /** A help text below the control. */
  hint?: ReactNode
  /** Why the value is invalid. */
  error?: ReactNode
}

interface FieldProps extends LabeledProps {
  /** The value and its maximum length, for the character counter. */
  value?: unknown
  maxLength?: number | undefined
  /** Shows the character counter at any length. */
  alwaysShowCounter?: boolean
  /** Renders the control with the attributes that connect it to its field. */
  children: (control: object) => ReactNode
}

function Field({ label, beside, hint, error, value, maxLength, alwaysShowCounter, children }: FieldProps) {
  const id = useId()
  const notesId = useId()
  const control = children({ id, className: 'mc-input', 'aria-invalid': Boolean(error), 'aria-describedby': notesId })
  const length = typeof value === 'string' ? value.length : 0
  const showsCounter = maxLength !== undefined && (alwaysShowCounter || length >= maxLength * counterThreshold)
  return (
    <div>
      <div className="mc-field">
        <label className="mc-label" htmlFor={id}>
          {label}
        </label>
        {beside ? (
          <div className="mc-field-row">
            <div className="mc-field-control">{control}</div>
            {beside}
          </div>
        ) : (
          control
        )}
      </div>
      <div id={notesId} className="mc-notes">
        <p className="mc-wrong" aria-live="polite">
          {error}
        </p>
        {showsCounter && <p className="mc-hint">{counter(length, maxLength)}</p>}
        {hint && <p className="mc-hint">{hint}</p>}
      </div>
    </div>
  )
}

/** A single-line text field. */
export function TextField(props: LabeledProps & ComponentProps<'input'>) {
  const { label, beside, hint, error, ...rest } = props
  return <Field {...props}>{(control) => <input {...rest} {...control} />}</Field>
}

type TextAreaProps = LabeledProps & Pick<FieldProps, 'alwaysShowCounter'> & ComponentProps<'textarea'>

/** A multi-line text field. */
export function TextArea(props: TextAreaProps) {
  const { label, beside, hint, error, alwaysShowCounter, ...rest } = props
  return <Field {...props}>{(control) => <textarea {...rest} {...control} />}</Field>
}

interface SelectProps extends LabeledProps, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly { value: string; label: string }[]
  /** Makes the label an aria-label instead of visible text. */
  hideLabel?: boolean
}

/** A native select, because the browser's own list works on every phone. */
export function Select(props: SelectProps) {
  const { label, beside, hint, error, options, hideLabel, ...rest } = props
  const renderControl = (control: object) => (
    <span className="mc-select">
      <select {...rest} {...control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  )
  if (hideLabel) return renderControl({ className: 'mc-input', 'aria-label': label })
  return <Field {...props}>{renderControl}</Field>
}
