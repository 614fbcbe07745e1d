import { useId } from 'react'
import type { Category } from '../gen/traits'
import { texts } from './texts'

interface TraitGroupProps {
  category: Category
  chosen: string
  onChoose: (option: string) => void
}

/** The options of one category, as native radio buttons. An optional category has a "none" option. */
export function TraitGroup({ category: { label, required, options }, chosen, onChoose }: TraitGroupProps) {
  const name = useId()
  const all = required ? options : [{ id: '', label: texts.none }, ...options]
  return (
    <fieldset className="pfp-group">
      <legend className="mc-label">{label}</legend>
      <div className="pfp-options" data-colors={required ? '' : undefined}>
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
            {option.swatch && <Swatch color={option.swatch} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A color swatch. Its color is an SVG attribute, because the content security policy forbids inline styles. */
function Swatch({ color }: { color: string }) {
  return (
    <svg className="pfp-swatch" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" fill={color} />
    </svg>
  )
}
