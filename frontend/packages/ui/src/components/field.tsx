import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { Icon } from './icon'

interface Labelled {
  label: string
  /** Stands beside the control, such as a button that fills it. */
  beside?: ReactNode
}

function Field({ id, label, beside, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="mc-field">
      <label className="mc-label" htmlFor={id}>
        {label}
      </label>
      {beside ? (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">{children}</div>
          {beside}
        </div>
      ) : (
        children
      )}
    </div>
  )
}

/** One line of text. */
export function TextField({ label, beside, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Field id={id} label={label} beside={beside}>
      <input {...rest} id={id} className="mc-input" />
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, beside, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Field id={id} label={label} beside={beside}>
      <textarea {...rest} id={id} className="mc-input" />
    </Field>
  )
}

interface SelectProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> {
  options: readonly { value: string; label: string }[]
  /** The label is spoken but not shown. */
  hideLabel?: boolean
}

/** A choice from a list; the browser's own list, so it is right on every phone. */
export function Select({ label, beside, options, hideLabel, ...rest }: SelectProps) {
  const id = useId()
  const control = (
    <span className="mc-select">
      <select {...rest} id={id} className="mc-input" aria-label={hideLabel ? label : undefined}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  )
  if (hideLabel) return control
  return (
    <Field id={id} label={label} beside={beside}>
      {control}
    </Field>
  )
}
