import { Link } from 'wouter'
import { useRead } from '../../api/use-calls'
import { Failure } from '../../components/failure'
import { Table } from '../../components/page-parts'
import { BudgetSection } from './budget-section'
import { formatDollars } from './dollars'
import { LockdownSection } from './lockdown-section'

const refreshMs = 5_000
const formatSeconds = (seconds: number) => `${Math.round(seconds)} s`

/** How scarce money and workers are, who has most of them, and what can be done about it. */
export default function PressurePage() {
  return (
    <>
      <h1>Pressure</h1>
      <MoneySection />
      <EdgeSection />
      <LockdownSection />
      <BudgetSection />
    </>
  )
}

function MoneySection() {
  const { data, error, refetch } = useRead(['pressure', 'money'], refreshMs, ({ budget }, call) =>
    budget.getPressure({}, call),
  )
  return (
    <section aria-labelledby="money">
      <h2 id="money">Money and queue</h2>
      {error && <Failure what="The pressure could not be read." error={error} onRetry={refetch} />}
      {data && (
        <p>
          Money goes {data.budgetRatio.toFixed(2)} times as fast as planned this hour.{' '}
          {formatDollars(data.spentMicroUsd + data.reservedMicroUsd)} of {formatDollars(data.releasedMicroUsd)} released
          are used. {data.waitingJobs} jobs wait, the oldest for {formatSeconds(data.oldestWaitSeconds)}; a new visitor
          would wait for {formatSeconds(data.waitSeconds)}.
        </p>
      )}
      <Table
        caption="Networks with the most of this hour’s money"
        rows={data?.lanes ?? []}
        keyOf={({ lane }) => lane}
        cellsOf={({ flows, lane, refused, usedMicroUsd, weight }) => ({
          Network: <code>{lane}</code>,
          Devices: flows,
          'Counted as': weight,
          Used: formatDollars(usedMicroUsd),
          Refused: refused,
          Sanction: <Link href={`/sanctions?lane=${lane}`}>block</Link>,
        })}
      />
    </section>
  )
}

function EdgeSection() {
  const { data, error, refetch } = useRead(['pressure', 'edge'], refreshMs, ({ edge }, call) =>
    edge.getPressure({}, call),
  )
  return (
    <section aria-labelledby="edge">
      <h2 id="edge">The last ten minutes at one gateway</h2>
      {error && <Failure what="The gateway could not be asked." error={error} onRetry={refetch} />}
      {data && (
        <p>
          {data.devices} new devices. Challenges are of level {data.level}
          {data.levelCause && `, because of ${data.levelCause}`}. Other gateways are not counted here:{' '}
          <code>mcwickctl pressure</code> asks all of them.
        </p>
      )}
      <Table
        caption="New devices by network"
        rows={data?.lanes ?? []}
        keyOf={({ lane }) => lane}
        cellsOf={({ devices, lane, lastMinute }) => ({
          Network: <code>{lane}</code>,
          Devices: devices,
          'In the last minute': lastMinute,
          Sanction: <Link href={`/sanctions?lane=${lane}`}>block</Link>,
        })}
      />
      <Table
        caption="Requests over a limit"
        rows={data?.refusals ?? []}
        keyOf={({ route, scope }) => `${route} ${scope}`}
        cellsOf={({ requests, route, scope }) => ({
          Route: <code>{route}</code>,
          'Limit of': scope,
          Requests: requests,
        })}
      />
    </section>
  )
}
