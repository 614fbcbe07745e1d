import { Queue } from './queue'

/** Every case that waits for an operator. */
export default function QueuePage() {
  return <Queue title="Queue" empty="Nothing waits. Look at the wall of new pictures." filter={{}} />
}
