import type { MessageInitShape } from '@bufbuild/protobuf'
import { ActionButton, Select, TextField } from '@mcwick/forms'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { useAct } from '../../api/use-calls'
import { Failure } from '../../components/failure'
import { When } from '../../components/when'
import type { BlockRequestSchema } from '../../gen/moderation/v1/operator_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { blockKinds, blocksKey, durationOf, durations } from './words'

const maxReason = 400

/** Blocks a subject. The address may name it: ?device=…, ?lane=…, ?account=…, ?handle=… or ?range=…. */
export function BlockForm() {
  const [params] = useSearchParams()
  const named = blockKinds.find(({ name }) => params.get(name))
  const [kind, setKind] = useState<string>((named ?? blockKinds[0]).name)
  const [subject, setSubject] = useState(named ? (params.get(named.name) ?? '') : '')
  const [hours, setHours] = useState<number>(durations[1].hours)
  const [reason, setReason] = useState('')
  const missing = useMissingScope(Scope.SANCTION)
  const chosen = blockKinds.find(({ name }) => name === kind) ?? blockKinds[0]
  const { mutate, data, error, isPending } = useAct(
    blocksKey,
    ({ policy }, block: MessageInitShape<typeof BlockRequestSchema>) => policy.block(block),
  )
  return (
    <form
      className="console-form"
      aria-label="New block"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing) mutate({ kind: chosen.kind, subject: subject.trim(), duration: durationOf(hours), reason })
      }}
    >
      <Select
        label="Who"
        value={kind}
        options={blockKinds.map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => setKind(event.target.value)}
      />
      <TextField label="Which" required value={subject} onChange={(event) => setSubject(event.target.value)} />
      <Select
        label="For"
        value={String(hours)}
        options={durations.map(({ hours, label }) => ({ value: String(hours), label }))}
        onChange={(event) => setHours(Number(event.target.value))}
      />
      <TextField
        label="Why"
        required
        autoFocus={Boolean(named)}
        maxLength={maxReason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <ActionButton type="submit" kind="danger" busy={isPending} disabledReason={missing}>
        Block
      </ActionButton>
      {error && <Failure what="The block was refused." error={error} />}
      {data && (
        <p>
          <span role="status">Blocked.</span> It ends <When time={data.expireTime} />.
        </p>
      )}
    </form>
  )
}
