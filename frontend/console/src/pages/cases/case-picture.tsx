import { useState } from 'react'
import type { Case } from '../../gen/moderation/v1/case_operator_pb'
import { SignalKind } from '../../gen/moderation/v1/case_operator_pb'
import { Reason, SubjectKind } from '../../gen/moderation/v1/case_pb'
import { labelOfKind } from './words'

/** Whether a picture is blurred until the operator asks for it: a check or a visitor says that it is graphic. */
function isGraphic({ signals }: Case): boolean {
  return signals.some(({ kind, reason }) => kind === SignalKind.VERDICT || reason === Reason.OFFENSIVE)
}

/** The picture or the film that a case is about, also while it is hidden. */
export function CasePicture({ of, hidden = false }: { of: Case; hidden?: boolean }) {
  const [isShown, setShown] = useState(!isGraphic(of))
  const { subject, text } = of.details ?? {}
  if (!subject) return null
  const name = `${labelOfKind(subject.kind)}: ${text || 'without words'}`
  const props = { className: 'case-picture', 'data-blurred': !isShown || undefined, hidden }
  const reveal = !isShown && !hidden && (
    <button type="button" className="case-reveal" onClick={() => setShown(true)}>
      Show the graphic picture
    </button>
  )
  if (subject.kind === SubjectKind.PICTURE)
    return (
      <div {...props}>
        <img src={`/pictures/${subject.id}`} alt={name} />
        {reveal}
      </div>
    )
  if (subject.kind === SubjectKind.VIDEO)
    return (
      <div {...props}>
        {/* biome-ignore lint/a11y/useMediaCaption: its words are below, in the texts of the case */}
        <video src={`/videos/${subject.id}`} controls preload="metadata" aria-label={name} />
        {reveal}
      </div>
    )
  return null
}
