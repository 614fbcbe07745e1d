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
  id: string
  /** The value and its maximum length, for the character counter. */
  value?: unknown
  maxLength?: number | undefined
  /** Shows the character counter at any length. */
  alwaysShowCounter?: boolean
  children: ReactNode
}

function Field({ id, label, beside, hint, error, value, maxLength, alwaysShowCounter, children }: FieldProps) {
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
            <div className="mc-field-control">{children}</div>
            {beside}
          </div>
        ) : (
          children
        )}
      </div>
      <div id={notesId(id)} className="mc-notes">
        <p className="mc-wrong" aria-live="polite">
          {error}
        </p>
        {showsCounter && <p className="mc-hint">{counter(length, maxLength)}</p>}
        {hint && <p className="mc-hint">{hint}</p>}
      </div>
    </div>
  )
}

const notesId = (id: string) => `${id}-notes`

/** The attributes that connect a control to its field. */
function controlProps({ error }: LabeledProps, id: string) {
  return { id, className: 'mc-input', 'aria-invalid': Boolean(error), 'aria-describedby': notesId(id) }
}

/** A single-line text field. */
export function TextField({ label, beside, hint, error, ...rest }: LabeledProps & ComponentProps<'input'>) {
  const field = { label, beside, hint, error }
  const id = useId()
  return (
    <Field {...field} {...rest} id={id}>
      <input {...rest} {...controlProps(field, id)} />
    </Field>
  )
}

type TextAreaProps = LabeledProps & Pick<FieldProps, 'alwaysShowCounter'> & ComponentProps<'textarea'>

/** A multi-line text field. */
export function TextArea({ label, beside, hint, error, alwaysShowCounter = false, ...rest }: TextAreaProps) {
  const field = { label, beside, hint, error }
  const id = useId()
  return (
    <Field {...field} {...rest} id={id} alwaysShowCounter={alwaysShowCounter}>
      <textarea {...rest} {...controlProps(field, id)} />
    </Field>
  )
}

interface SelectProps extends LabeledProps, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly { value: string; label: string }[]
  /** Makes the label an aria-label instead of visible text. */
  hideLabel?: boolean
}

/** A native select, because the browser's own list works on every phone. */
export function Select({ label, beside, hint, error, options, hideLabel, ...rest }: SelectProps) {
  const field = { label, beside, hint, error }
  const id = useId()
  const select = (
    <span className="mc-select">
      <select {...rest} {...(hideLabel ? { className: 'mc-input', 'aria-label': label } : controlProps(field, id))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  )
  if (hideLabel) return select
  return (
    <Field {...field} id={id}>
      {select}
    </Field>
  )
}
