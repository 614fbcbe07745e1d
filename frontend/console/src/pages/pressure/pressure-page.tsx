import { Link } from 'wouter'
import { Failure } from '../../components/failure'
import { Table } from '../../components/page-parts'
import { BudgetSection } from './budget-section'
import { formatDollars } from './dollars'
import { LockdownSection } from './lockdown-section'
import { useEdgePressure, useMoneyPressure } from './use-pressure'

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
  const { data, error, refetch } = useMoneyPressure()
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
      {data && data.lanes.length > 0 && (
        <Table
          caption="Networks with the most of this hour’s money"
          head={['Network', 'Devices', 'Counted as', 'Used', 'Refused', 'Sanction']}
        >
          {data.lanes.map((lane) => (
            <tr key={lane.lane}>
              <td>
                <code>{lane.lane}</code>
              </td>
              <td>{lane.flows}</td>
              <td>{lane.weight}</td>
              <td>{formatDollars(lane.usedMicroUsd)}</td>
              <td>{lane.refused}</td>
              <td>
                <Link href={`/sanctions?lane=${lane.lane}`}>block</Link>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

function EdgeSection() {
  const { data, error, refetch } = useEdgePressure()
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
      {data && data.lanes.length > 0 && (
        <Table caption="New devices by network" head={['Network', 'Devices', 'In the last minute', 'Sanction']}>
          {data.lanes.map((lane) => (
            <tr key={lane.lane}>
              <td>
                <code>{lane.lane}</code>
              </td>
              <td>{lane.devices}</td>
              <td>{lane.lastMinute}</td>
              <td>
                <Link href={`/sanctions?lane=${lane.lane}`}>block</Link>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && data.refusals.length > 0 && (
        <Table caption="Requests over a limit" head={['Route', 'Limit of', 'Requests']}>
          {data.refusals.map(({ route, scope, requests }) => (
            <tr key={`${route} ${scope}`}>
              <td>
                <code>{route}</code>
              </td>
              <td>{scope}</td>
              <td>{requests}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
