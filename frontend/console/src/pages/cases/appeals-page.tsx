import { Queue } from './queue'

/** The cases whose makers appealed. */
export default function AppealsPage() {
  return <Queue title="Appeals" empty="No appeal waits." filter={{ appealed: true }} />
}
