import { ActionButton, Form } from '@mcwick/forms'
import { IconButton } from '@mcwick/ui'
import type { Ref } from 'react'
import { minFeatures } from '../gen/traits'
import { SketchImage } from './sketch-image'
import { texts } from './texts'
import { TraitGroup } from './trait-group'
import { colorCategories, featureCategories, findMissingTraits, randomTraits, type Traits } from './traits'

interface TraitPickerProps {
  heading: Ref<HTMLHeadingElement>
  traits: Traits
  onChange: (traits: Traits) => void
  onSubmit: () => void
}

/** Step 1: three required colors and optional features. */
export function TraitPicker({ heading, traits, onChange, onSubmit }: TraitPickerProps) {
  const groups = (categories: typeof colorCategories) =>
    categories.map((category) => (
      <TraitGroup
        key={category.category}
        category={category}
        chosen={traits[category.category] ?? ''}
        onChoose={(option) => onChange({ ...traits, [category.category]: option })}
      />
    ))
  return (
    <div className="studio">
      <div className="studio-stage pfp-stage">
        <SketchImage traits={traits} />
      </div>
      <Form className="studio-panel pfp-panel" onSubmit={onSubmit}>
        <div className="pfp-head">
          <h1 ref={heading} tabIndex={-1}>
            {texts.title}
          </h1>
          <IconButton icon="dice" label={texts.random} onClick={() => onChange(randomTraits())} />
        </div>
        <h2>{texts.colors}</h2>
        {groups(colorCategories)}
        <h2>
          {texts.features} <small>{texts.least(minFeatures)}</small>
        </h2>
        {groups(featureCategories)}
        <div className="pfp-action">
          <ActionButton type="submit" kind="primary" disabledReason={missingTraitsText(traits)}>
            {texts.generate}
          </ActionButton>
        </div>
      </Form>
    </div>
  )
}

/** Describes the missing traits; empty when the request is complete. */
export function missingTraitsText(traits: Traits): string {
  const { colors, features } = findMissingTraits(traits)
  if (colors.length > 0) return texts.missingColors(colors.map(({ label }) => label).join(', '))
  return features > 0 ? texts.missingFeatures(features) : ''
}
