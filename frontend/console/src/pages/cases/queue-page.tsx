import { useSearchParams } from 'wouter'
import { Queue } from './queue'

/** Every case that waits for an operator; with ?lane=… those with an open report from that network. */
export default function QueuePage() {
  const [params] = useSearchParams()
  const lane = params.get('lane') ?? ''
  return (
    <Queue
      title={lane ? 'Reported from one network' : 'Queue'}
      empty="Nothing waits. Look at the wall of new pictures."
      filter={{ lane }}
    />
  )
}
