import { SignalKind } from '../../gen/moderation/v1/case_operator_pb'
import { Queue } from './queue'

/** What a check hid, and no operator has looked at. */
export default function HeldPage() {
  return <Queue title="Held by a check" empty="No check waits for a look." filter={{ signal: SignalKind.VERDICT }} />
}
