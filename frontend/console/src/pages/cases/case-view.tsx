import { Badge } from '@mcwick/ui'
import { Link } from 'wouter'
import { When } from '../../components/when'
import { type Case, SubjectStatus } from '../../gen/moderation/v1/case_operator_pb'
import { CasePicture } from './case-picture'
import { MakerHistory } from './maker-history'
import { NetworkHistory } from './network-history'
import {
  labelOfAction,
  labelOfKind,
  labelOfOutcome,
  labelOfReason,
  labelOfSignal,
  labelOfStatus,
  nameOfKind,
} from './words'

/** All that is known about a subject. */
export function CaseView({ of }: { of: Case }) {
  const { details, signals, decisions, appeal } = of
  const subject = details?.subject
  if (!details || !subject) return null
  return (
    <article className="case" aria-label={`${labelOfKind(subject.kind)} ${subject.id}`}>
      <CasePicture of={of} />
      <div className="case-facts">
        <h2>
          {labelOfKind(subject.kind)}{' '}
          <Link href={`/cases/${nameOfKind(subject.kind)}/${subject.id}`}>
            <code>{subject.id}</code>
          </Link>
        </h2>
        <p>
          <Badge tone={of.status === SubjectStatus.PUBLIC ? 'quiet' : 'failure'}>{labelOfStatus[of.status]}</Badge>{' '}
          {of.dueTime && (
            <>
              due <When time={of.dueTime} />
            </>
          )}
        </p>
        {details.text && <blockquote>{details.text}</blockquote>}
        {appeal && (
          <section aria-label="Appeal">
            <h3>
              Appeal <When time={appeal.createTime} />{' '}
              {appeal.answerTime ? 'answered' : <Badge tone="action">open</Badge>}
            </h3>
            <blockquote>{appeal.text || 'The text was forgotten.'}</blockquote>
          </section>
        )}
        <section aria-label="Reports and checks">
          <h3>
            {of.openSignals} open {of.openSignals === 1 ? 'signal' : 'signals'}, weight {of.weight}
          </h3>
          <ul>
            {signals.map((signal, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: signals have no id, and their order is by time
              <li key={i}>
                <b>{labelOfSignal[signal.kind]}</b> {labelOfReason(signal.reason)} · weight {signal.weight} ·{' '}
                <When time={signal.createTime} />
                {signal.xHandle && (
                  <>
                    {' '}
                    · about <b>{signal.xHandle}</b>
                  </>
                )}
                {signal.lane && (
                  <>
                    {' '}
                    · network <code>{signal.lane}</code>
                  </>
                )}
                {signal.note && <blockquote>{signal.note}</blockquote>}
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Decisions">
          <h3>{decisions.length === 0 ? 'No decision yet' : 'Decisions'}</h3>
          <ol>
            {decisions.map((decision) => (
              <li key={decision.id}>
                <b>{labelOfAction[decision.action]}</b> {labelOfReason(decision.reason)}{' '}
                {decision.operator ? `by ${decision.operator}` : '· automatic'} <When time={decision.createTime} /> ·{' '}
                {labelOfOutcome[decision.outcome]}
                {decision.answersAppeal && ' · answers the appeal'}
                {decision.message && <blockquote>To the maker: {decision.message}</blockquote>}
                {decision.note && <blockquote>Note: {decision.note}</blockquote>}
              </li>
            ))}
          </ol>
        </section>
        {(details.makerDevice || details.makerAccount) && <MakerHistory of={of} />}
        <NetworkHistory of={of} />
      </div>
    </article>
  )
}
