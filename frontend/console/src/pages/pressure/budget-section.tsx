import { ActionButton, Form, TextField } from '@mcwick/forms'
import { useState } from 'react'
import { useMissingScope } from '../../api/operator'
import { useAct, useRead } from '../../api/use-calls'
import { Failure } from '../../components/failure'
import { Table } from '../../components/page-parts'
import { JobKind } from '../../gen/generation/v1/generation_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { formatDollars, parseDollars } from './dollars'

const refreshMs = 5_000
const spendingDays = 30
const maxNote = 400

/** Today's money, the form that changes it, and what the last days cost. */
export function BudgetSection() {
  const { data, error, refetch } = useRead(['budget'], refreshMs, ({ budget }, call) => budget.getBudget({}, call))
  const spending = useRead(['spending'], false, ({ budget }, call) => budget.listSpending({ days: spendingDays }, call))
  const change = useAct(['budget'], ({ budget }, request: { budgetMicroUsd: bigint; note: string }) =>
    budget.setBudget(request),
  )
  const missing = useMissingScope(Scope.CONFIGURE)
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const microUsd = parseDollars(amount)
  return (
    <section aria-labelledby="budget">
      <h2 id="budget">Budget</h2>
      {error && <Failure what="The budget could not be read." error={error} onRetry={refetch} />}
      {data && (
        <p>
          Of {formatDollars(data.budgetMicroUsd)} for {data.day}, {formatDollars(data.spentMicroUsd)} are spent and{' '}
          {formatDollars(data.reservedMicroUsd)} reserved by accepted jobs. Each day begins with{' '}
          {formatDollars(data.configuredMicroUsd)}.
        </p>
      )}
      <Form
        className="console-form"
        aria-label="Budget of today"
        noValidate={false}
        onSubmit={() => missing || microUsd === undefined || change.mutate({ budgetMicroUsd: microUsd, note })}
      >
        <TextField
          label="Budget of today, in dollars"
          inputMode="decimal"
          required
          value={amount}
          error={amount && microUsd === undefined ? 'Type an amount such as 12.50.' : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
        <TextField label="Note" maxLength={maxNote} value={note} onChange={(event) => setNote(event.target.value)} />
        <ActionButton type="submit" kind="danger" busy={change.isPending} disabledReason={missing}>
          Set the budget
        </ActionButton>
        {change.error && <Failure what="The budget was refused." error={change.error} />}
      </Form>
      {spending.error && <Failure what="The spending could not be read." error={spending.error} />}
      <Table
        caption="Spending of the last 30 days"
        rows={spending.data?.spending ?? []}
        keyOf={({ day, kind, model }) => `${day} ${kind} ${model}`}
        cellsOf={({ calls, day, kind, microUsd, model }) => ({
          Day: day,
          What: JobKind[kind].toLowerCase(),
          Model: model,
          Calls: calls,
          Cost: formatDollars(microUsd),
        })}
      />
    </section>
  )
}
