import { Badge } from '@mcwick/ui'
import { useMemo } from 'react'
import { renderSketch } from './sketch'
import { texts } from './texts'
import { type Traits, traitLabels } from './traits'

/** A framed sketch of the chosen traits, before a job is created. */
export function SketchImage({ traits }: { traits: Traits }) {
  const url = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSketch(traits))}`, [traits])
  const named = traitLabels(traits).join(', ') || texts.blank
  return (
    <div className="studio-frame">
      <img className="pfp-picture" src={url} alt={texts.sketchAlt(named)} width={1024} height={1024} />
      <span className="pfp-mark">
        <Badge>{texts.sketch}</Badge>
      </span>
    </div>
  )
}
