import { ActionButton, Form, Select, TextField } from '@mcwick/forms'
import { Badge, Button } from '@mcwick/ui'
import { useState } from 'react'
import { useMissingScope } from '../../api/operator'
import { useAct, useRead } from '../../api/use-calls'
import { Failure } from '../../components/failure'
import { When } from '../../components/when'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { durationOf, durations } from '../sanctions/words'

const refreshMs = 5_000
const maxReason = 400

/** Whether only settled devices may make calls that cost money, and the form that changes it. */
export function LockdownSection() {
  const { data, error, refetch } = useRead(['lockdown'], refreshMs, ({ policy }, call) => policy.getLockdown({}, call))
  const change = useAct(['lockdown'], ({ policy }, { hours, reason }: { hours: number; reason: string }) =>
    policy.setLockdown({ on: hours > 0, reason, ...(hours > 0 && { duration: durationOf(hours) }) }),
  )
  const missing = useMissingScope(Scope.CONFIGURE)
  const [hours, setHours] = useState<number>(durations[0].hours)
  const [reason, setReason] = useState('')
  return (
    <section aria-labelledby="lockdown">
      <h2 id="lockdown">Lockdown</h2>
      <p>While there is one, only settled devices make calls that cost money.</p>
      {error && <Failure what="The lockdown could not be read." error={error} onRetry={refetch} />}
      {data && (
        <p>
          <span role="status">{data.on ? <Badge tone="failure">on</Badge> : <Badge>off</Badge>}</span>
          {data.on && (
            <>
              {' '}
              It ends <When time={data.expireTime} />. {data.operator}: {data.reason}{' '}
              <Button
                size="small"
                disabled={Boolean(missing) || change.isPending}
                onClick={() => change.mutate({ hours: 0, reason: '' })}
              >
                End it
              </Button>
            </>
          )}
        </p>
      )}
      <Form
        className="console-form"
        aria-label="Lockdown"
        noValidate={false}
        onSubmit={() => missing || change.mutate({ hours, reason })}
      >
        <Select
          label="For"
          value={String(hours)}
          options={durations.map((one) => ({ value: String(one.hours), label: one.label }))}
          onChange={(event) => setHours(Number(event.target.value))}
        />
        <TextField
          label="Why"
          required
          maxLength={maxReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ActionButton type="submit" kind="danger" busy={change.isPending} disabledReason={missing}>
          {data?.on ? 'Change its end' : 'Lock down'}
        </ActionButton>
        {change.error && <Failure what="The lockdown was refused." error={change.error} />}
      </Form>
    </section>
  )
}
