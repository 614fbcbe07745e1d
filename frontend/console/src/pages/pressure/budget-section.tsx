import { ActionButton, TextField } from '@mcwick/forms'
import { useState } from 'react'
import { useMissingScope } from '../../api/operator'
import { Failure } from '../../components/failure'
import { Table } from '../../components/page-parts'
import { JobKind } from '../../gen/generation/v1/generation_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { formatDollars, parseDollars } from './dollars'
import { useBudget, useSetBudget, useSpending } from './use-pressure'

const maxNote = 400

/** Today's money, the form that changes it, and what the last days cost. */
export function BudgetSection() {
  const { data: budget, error, refetch } = useBudget()
  const spending = useSpending()
  const { mutate, error: refusal, isPending } = useSetBudget()
  const missing = useMissingScope(Scope.CONFIGURE)
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const microUsd = parseDollars(amount)
  return (
    <section aria-labelledby="budget">
      <h2 id="budget">Budget</h2>
      {error && <Failure what="The budget could not be read." error={error} onRetry={refetch} />}
      {budget && (
        <p>
          Of {formatDollars(budget.budgetMicroUsd)} for {budget.day}, {formatDollars(budget.spentMicroUsd)} are spent
          and {formatDollars(budget.reservedMicroUsd)} reserved by accepted jobs. Each day begins with{' '}
          {formatDollars(budget.configuredMicroUsd)}.
        </p>
      )}
      <form
        className="console-form"
        aria-label="Budget of today"
        onSubmit={(event) => {
          event.preventDefault()
          if (!missing && microUsd !== undefined) mutate({ microUsd, note })
        }}
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
        <ActionButton type="submit" kind="danger" busy={isPending} disabledReason={missing}>
          Set the budget
        </ActionButton>
        {refusal && <Failure what="The budget was refused." error={refusal} />}
      </form>
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
