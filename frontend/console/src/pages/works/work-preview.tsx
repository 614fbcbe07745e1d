import { type Work, WorkKind, WorkState } from '../../gen/media/v1/works_operator_pb'
import { labelOfState, wordsOf } from './words'

/** A small picture or a poster with what it says and its state; what was hidden is blurred until it is pointed at. */
export function WorkPreview({ work, state }: { work: Work; state: WorkState }) {
  const isVideo = work.kind === WorkKind.VIDEO
  return (
    <>
      <img
        className="work-picture"
        data-blurred={state === WorkState.HIDDEN_AUTOMATICALLY || state === WorkState.HELD || undefined}
        data-dimmed={(state !== WorkState.PUBLIC && state !== WorkState.HELD) || undefined}
        src={isVideo ? `/videos/${work.id}/poster` : `/pictures/${work.id}?size=small`}
        alt={`${isVideo ? 'Video' : 'Picture'}: ${wordsOf(work) || 'without words'}`}
      />
      <span className="work-words">{wordsOf(work)}</span>
      {state !== WorkState.PUBLIC && <span className="work-state">{labelOfState[state]}</span>}
    </>
  )
}
