import { artUrl } from '@mcwick/ui'
import { useId } from 'react'
import type { Option } from '../choices'

interface ChoiceProps<Id extends string> {
  label: string
  options: readonly Option<Id>[]
  chosen: Id
  onChoose: (id: Id) => void
}

/** A choice as native radio buttons, some with a drawing. */
export function Choice<Id extends string>({ label, options, chosen, onChoose }: ChoiceProps<Id>) {
  const name = useId()
  return (
    <fieldset className="bictok-choice">
      <legend className="mc-label">{label}</legend>
      <div className="bictok-options">
        {options.map((option) => (
          <label key={option.id} className="bictok-option">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.id}
              checked={chosen === option.id}
              onChange={() => onChoose(option.id)}
            />
            {option.drawing && <img src={artUrl(option.drawing)} alt="" width={512} height={512} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
