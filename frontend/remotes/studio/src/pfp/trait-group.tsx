import { RadioGroup } from '@mcwick/forms'
import type { Category } from '../gen/traits'
import { texts } from './texts'

interface TraitGroupProps {
  category: Category
  chosen: string
  onChoose: (option: string) => void
}

/** The options of one category. An optional category has a "none" option. */
export function TraitGroup({ category: { label, required, options }, chosen, onChoose }: TraitGroupProps) {
  return (
    <RadioGroup
      label={label}
      className={required ? 'pfp-options pfp-colors' : 'pfp-options'}
      options={required ? options : [{ id: '', label: texts.none }, ...options]}
      chosen={chosen}
      onChoose={onChoose}
      renderMark={({ swatch }) => swatch && <Swatch color={swatch} />}
    />
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
