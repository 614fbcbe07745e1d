import { Link } from 'wouter'
import { useRead } from '../../api/use-calls'
import { When } from '../../components/when'
import type { Case } from '../../gen/moderation/v1/case_operator_pb'
import { keyOf } from './use-cases'
import { labelOfKind, labelOfReason, labelOfStatus, nameOfKind } from './words'

const shown = 12

/** The other cases about works of the same device, else of the same account, the last changed first. */
export function MakerHistory({ of }: { of: Case }) {
  const { makerDevice = '', makerAccount = '' } = of.details ?? {}
  const filter = makerDevice ? { makerDevice } : { makerAccount }
  const { data } = useRead(['cases', 'of-maker', filter], false, ({ cases }, call) =>
    cases.listCases({ ...filter, pageSize: shown + 1 }, call),
  )
  const others = data?.cases.filter((one) => keyOf(one) !== keyOf(of)).slice(0, shown)
  return (
    <section aria-label="Maker">
      <h3>Maker</h3>
      <p>
        {makerDevice && (
          <>
            device <code>{makerDevice}</code> (<Link href={`/works?device=${makerDevice}`}>works</Link>,{' '}
            <Link href={`/sanctions?device=${makerDevice}`}>sanction</Link>){' '}
          </>
        )}
        {makerAccount && (
          <>
            account <code>{makerAccount}</code> (<Link href={`/works?account=${makerAccount}`}>works</Link>,{' '}
            <Link href={`/sanctions?account=${makerAccount}`}>sanction</Link>)
          </>
        )}
      </p>
      {others?.length === 0 && <p className="mc-hint">No other case.</p>}
      <ul>
        {others?.map(({ id, details, status, decisions, updateTime }) => (
          <li key={id}>
            <Link href={`/cases/${nameOfKind(details?.subject?.kind)}/${details?.subject?.id}`}>
              {labelOfKind(details?.subject?.kind)}
            </Link>{' '}
            {labelOfStatus[status]} {labelOfReason(decisions[0]?.reason)} <When time={updateTime} />
          </li>
        ))}
      </ul>
    </section>
  )
}
