import { Spinner } from '@mcwick/ui'
import { useParams } from 'wouter'
import { Failure } from '../../components/failure'
import { useShortcuts } from '../../components/use-shortcuts'
import { SubjectKind } from '../../gen/moderation/v1/case_pb'
import { CaseDesk } from './case-desk'
import { DecisionLog } from './decision-log'
import { keyOf, useCase } from './use-cases'
import { useDecisions, versionOf } from './use-decisions'
import { kindOfName } from './words'

/** One subject, at an address that can be shared. */
export default function CasePage() {
  const { kind, id } = useParams<{ kind: string; id: string }>()
  const query = useCase({ kind: kindOfName(kind) ?? SubjectKind.UNSPECIFIED, id })
  const { made, decide, undo } = useDecisions()
  useShortcuts({ u: undo })
  return (
    <>
      <h1>Case</h1>
      {query.isPending && <Spinner label="Reading the case" />}
      {query.error && <Failure what="The case could not be read." error={query.error} onRetry={query.refetch} />}
      {query.data?.id === '' && (
        <p role="status">Nobody reported this work, and nobody decided on it. A decision opens its case.</p>
      )}
      {query.data && (
        <CaseDesk
          key={`${keyOf(query.data)} ${versionOf(query.data)}`}
          of={query.data}
          onDecide={(verdict) => decide(query.data, verdict)}
        />
      )}
      <DecisionLog made={made} />
    </>
  )
}
