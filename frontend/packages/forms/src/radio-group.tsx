import { type ReactNode, useId } from 'react'

interface RadioGroupProps<Option extends { id: string; label: string }> {
  label: string
  options: readonly Option[]
  chosen: Option['id']
  onChoose: (id: Option['id']) => void
  /** What precedes the label of an option. */
  renderMark?: (option: Option) => ReactNode
  /** The class of the list of options. */
  className: string
}

/** A choice as native radio buttons that look like buttons; radio-group.css is its look. */
export function RadioGroup<Option extends { id: string; label: string }>(props: RadioGroupProps<Option>) {
  const name = useId()
  return (
    <fieldset className="mc-radio-group">
      <legend className="mc-label">{props.label}</legend>
      <div className={props.className}>
        {props.options.map((option) => (
          <label key={option.id} className="mc-radio">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.id}
              checked={props.chosen === option.id}
              onChange={() => props.onChoose(option.id)}
            />
            {props.renderMark?.(option)}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
