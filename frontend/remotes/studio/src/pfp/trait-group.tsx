import { useId } from 'react'
import type { Category } from '../gen/traits'
import { texts } from './texts'

interface TraitGroupProps {
  category: Category
  chosen: string
  onChoose: (option: string) => void
}

/** One question: native radio buttons that look like stickers. What is not required can be taken back. */
export function TraitGroup({ category: { label, required, options }, chosen, onChoose }: TraitGroupProps) {
  const name = useId()
  const all = required ? options : [{ id: '', label: texts.none }, ...options]
  return (
    <fieldset className="pfp-group">
      <legend className="mc-label">{label}</legend>
      <div className="pfp-options" data-colours={required ? '' : undefined}>
        {all.map((option) => (
          <label key={option.id} className="pfp-option">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.id}
              checked={chosen === option.id}
              onChange={() => onChoose(option.id)}
            />
            {option.swatch && <Swatch colour={option.swatch} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A drop of a colour that is data; as an attribute, because the content policy forbids inline styles in markup. */
function Swatch({ colour }: { colour: string }) {
  return (
    <svg className="pfp-swatch" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" fill={colour} />
    </svg>
  )
}
