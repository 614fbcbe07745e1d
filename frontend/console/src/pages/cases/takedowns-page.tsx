import { SubjectKind } from '../../gen/moderation/v1/case_pb'
import { Queue } from './queue'

/** Requests to take something down, in words. What they are about is decided on by its own case. */
export default function TakedownsPage() {
  return <Queue title="Takedown requests" empty="No request waits." filter={{ kind: SubjectKind.PLACE }} />
}
