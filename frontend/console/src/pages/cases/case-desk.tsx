import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { useShortcuts } from '../../components/use-shortcuts'
import { type Case, SubjectStatus } from '../../gen/moderation/v1/case_operator_pb'
import { Action, Reason, SubjectKind } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { CaseView } from './case-view'
import { isHiddenWithoutCase, openAppealOf, type Verdict } from './use-decisions'
import { suggestReason, VerdictForm } from './verdict-form'
import { reasons, sanctionsOf } from './words'

/** A case with the form that decides on it, and the keys of both. */
export function CaseDesk({ of, onDecide }: { of: Case; onDecide: (verdict: Verdict) => void }) {
  const [draft, setDraft] = useState({ reason: suggestReason(of.signals, Reason.OTHER), message: '', note: '' })
  const appeal = openAppealOf(of)
  const [seen, setSeen] = useState(appeal) // one that comes while the case is shown may be unread
  const [, navigate] = useLocation()
  const sanctions = sanctionsOf(of)
  const mayDecide = !useMissingScope(Scope.DECIDE)
  const actions = actionsOn(of)
  const decide = (action: Action) => {
    if (!mayDecide || !actions.includes(action)) return
    onDecide({ ...draft, action, appealSeen: appeal !== '' && appeal === seen })
  }
  useShortcuts({
    h: () => decide(Action.HIDE),
    l: () => decide(Action.LEAVE),
    r: () => decide(Action.REMOVE),
    o: () => decide(Action.RESTORE),
    s: () => sanctions && navigate(sanctions),
    ...Object.fromEntries(reasons.map(({ reason }, i) => [String(i + 1), () => setDraft({ ...draft, reason })])),
  })
  return (
    <div className="desk">
      <CaseView of={of} />
      <VerdictForm
        draft={draft}
        onChange={setDraft}
        onDecide={decide}
        actions={actions}
        onReadAppeal={appeal && appeal !== seen ? () => setSeen(appeal) : undefined}
      />
    </div>
  )
}

/** Returns what may be decided about a case. A takedown request is only closed: that takes nothing down. */
function actionsOn(of: Case): Action[] {
  if (of.details?.subject?.kind === SubjectKind.PLACE) return [Action.LEAVE]
  if (of.status === SubjectStatus.PUBLIC) return [Action.HIDE, Action.LEAVE, Action.REMOVE]
  const others = isHiddenWithoutCase(of) ? [] : [Action.LEAVE]
  return [Action.HIDE, ...others, Action.RESTORE, Action.REMOVE]
}
