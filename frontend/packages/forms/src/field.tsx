import { Icon } from '@mcwick/ui'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

const counter = (n: number, most: number) => `${n}/${most} characters`
const nearTheEnd = 0.8 // of what fits; from here on it is counted

interface Labelled {
  label: string
  /** Stands beside the control, such as a button that fills it. */
  beside?: ReactNode
  /** What is good to know about it. */
  hint?: ReactNode
  /** What is wrong with what stands in it. */
  error?: ReactNode
}

interface FieldProps extends Labelled {
  id: string
  /** What stands in it, and how much fits, where that is limited. */
  value?: unknown
  maxLength?: number | undefined
  /** It is counted from the first letter on. */
  alwaysCounted?: boolean
  children: ReactNode
}

function Field({ id, label, beside, hint, error, value, maxLength, alwaysCounted, children }: FieldProps) {
  const length = typeof value === 'string' ? value.length : 0
  const isCounted = maxLength !== undefined && (alwaysCounted || length >= maxLength * nearTheEnd)
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
      <div id={notesOf(id)} className="mc-notes">
        <p className="mc-wrong" aria-live="polite">
          {error}
        </p>
        {isCounted && <p className="mc-hint">{counter(length, maxLength)}</p>}
        {hint && <p className="mc-hint">{hint}</p>}
      </div>
    </div>
  )
}

const notesOf = (id: string) => `${id}-notes`

/** What a control is told of its field. */
function control({ error }: Labelled, id: string) {
  return { id, className: 'mc-input', 'aria-invalid': Boolean(error), 'aria-describedby': notesOf(id) }
}

/** One line of text. */
export function TextField({ label, beside, hint, error, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const field = { label, beside, hint, error }
  const id = useId()
  return (
    <Field {...field} {...rest} id={id}>
      <input {...rest} {...control(field, id)} />
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  beside,
  hint,
  error,
  alwaysCounted = false,
  ...rest
}: Labelled & Pick<FieldProps, 'alwaysCounted'> & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = { label, beside, hint, error }
  const id = useId()
  return (
    <Field {...field} {...rest} id={id} alwaysCounted={alwaysCounted}>
      <textarea {...rest} {...control(field, id)} />
    </Field>
  )
}

interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> {
  options: readonly { value: string; label: string }[]
  /** The label is spoken but not shown. */
  hideLabel?: boolean
}

/** A choice from a list; the browser's own list, so it is right on every phone. */
export function Select({ label, beside, hint, error, options, hideLabel, ...rest }: SelectProps) {
  const field = { label, beside, hint, error }
  const id = useId()
  const select = (
    <span className="mc-select">
      <select {...rest} {...(hideLabel ? { className: 'mc-input', 'aria-label': label } : control(field, id))}>
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
