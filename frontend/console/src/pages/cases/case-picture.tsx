import { useState } from 'react'
import { type Case, SignalKind } from '../../gen/moderation/v1/case_operator_pb'
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
  const isVideo = subject?.kind === SubjectKind.VIDEO
  if (!isVideo && subject?.kind !== SubjectKind.PICTURE) return null
  const name = `${labelOfKind(subject.kind)}: ${text || 'without words'}`
  return (
    <div className="case-picture" data-blurred={!isShown || undefined} hidden={hidden}>
      {isVideo ? (
        // biome-ignore lint/a11y/useMediaCaption: its words are below, in the texts of the case
        <video src={`/videos/${subject.id}`} controls preload="metadata" aria-label={name} />
      ) : (
        <img src={`/pictures/${subject.id}`} alt={name} />
      )}
      {!isShown && !hidden && (
        <button type="button" className="case-reveal" onClick={() => setShown(true)}>
          Show the graphic picture
        </button>
      )}
    </div>
  )
}
