import { ConnectError } from '@connectrpc/connect'
import { Badge, Button } from '@mcwick/ui'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { AllClients } from '../../api/clients'
import { useMissingScope, useOperator } from '../../api/operator'
import { useAct, usePages } from '../../api/use-calls'
import { AddressSelect } from '../../components/address-select'
import { Failures, mayBeDone } from '../../components/failure'
import { ListPage } from '../../components/page-parts'
import { scrollToCurrent, useCurrent } from '../../components/use-current'
import { useShortcuts } from '../../components/use-shortcuts'
import { When } from '../../components/when'
import { Scope } from '../../gen/operator/v1/operator_pb'
import type { Nomination } from '../../gen/wall/v1/operator_pb'
import { Wall } from '../../gen/wall/v1/wall_pb'

const refreshMs = 10_000
const queryKey = ['nominations']
const walls = [
  { wall: Wall.UNSPECIFIED, name: '', label: 'both walls' },
  { wall: Wall.FLAME, name: 'flame', label: 'Wall of Flame' },
  { wall: Wall.SHAME, name: 'shame', label: 'Wall of Shame' },
] as const
const acts = {
  approve: ({ walls }: AllClients, nominationId: string) => walls.approveNomination({ nominationId }),
  reject: ({ walls }: AllClients, nominationId: string) => walls.rejectNomination({ nominationId }),
  blank: ({ walls }: AllClients, entryId: string) => walls.blankBio({ entryId }),
}
type NominationAct = keyof typeof acts
const results = { approve: 'approved', reject: 'rejected', blank: 'blanked' }

/** An act that was sent, until the list was read again; one with an error stays. */
interface Sent {
  one: Nomination
  act: NominationAct
  error?: unknown
}

function sayFailed({ one, act, error }: Sent): string {
  const isUnknown = mayBeDone(ConnectError.from(error))
  return isUnknown
    ? `It is not known whether ${one.xHandle} was ${results[act]}.`
    : `${one.xHandle} not ${results[act]}.`
}

/** The names that wait for approval; the Wall of Shame takes two operators. */
export default function NominationsPage() {
  const [params] = useSearchParams()
  const chosen = walls.find(({ name }) => name === params.get('wall')) ?? walls[0]
  const query = usePages([...queryKey, chosen.wall], refreshMs, ({ walls }, cursor, call) =>
    walls.listNominations({ wall: chosen.wall, cursor }, call),
  )
  const nominations = query.data?.pages.flatMap((page) => page.nominations) ?? []
  return (
    <ListPage
      title="Nominations"
      what="nominations"
      query={query}
      isEmpty={nominations.length === 0}
      empty="No nomination waits."
      filters={
        <>
          <AddressSelect label="Wall" param="wall" options={walls} />
          <p className="mc-hint console-keys">
            <kbd>n</kbd> next <kbd>p</kbd> previous <kbd>a</kbd> approve <kbd>x</kbd> reject <kbd>b</kbd> blank the
            reason
          </p>
        </>
      }
    >
      <NominationList nominations={nominations} />
    </ListPage>
  )
}

/** The nominations, one of which the keys are about. */
function NominationList({ nominations }: { nominations: readonly Nomination[] }) {
  const { current, index, select } = useCurrent(nominations, ({ id }) => id, useState<string>())
  const { mutateAsync } = useAct(queryKey, async (clients, { one, act }: Sent) => acts[act](clients, one.id))
  const [sent, setSent] = useState<readonly Sent[]>([])
  /** Replaces what was sent about a nomination. */
  const put = (id: string, ...next: Sent[]) => setSent((now) => [...now.filter(({ one }) => one.id !== id), ...next])
  const missing = useMissingScope(Scope.DECIDE)
  const isHeld = ({ id }: Nomination) => Boolean(missing) || sent.some(({ one, error }) => one.id === id && !error)
  const { name } = useOperator()
  const next = nominations[index + 1]
  const [place, setPlace] = useState(0) // of the current one, also when it has left the list
  if (index >= 0 && index !== place) setPlace(index)
  /** Sends an act, after which keys are about another nomination, if one is given: a click must move nothing below the mouse. */
  const act = (one: Nomination | undefined, act: NominationAct, then?: Nomination) => {
    if (!one || isHeld(one) || (act === 'approve' && one.approvedBy.includes(name))) return
    if (then) select(then)
    put(one.id, { one, act })
    mutateAsync({ one, act }).then(
      () => put(one.id),
      (error: unknown) => put(one.id, { one, act, error }),
    )
  }
  useShortcuts({
    n: () => select(nominations[index < 0 ? place : index + 1] ?? current), // never to one that was passed over
    p: () => select(nominations[place - 1] ?? current),
    a: () => act(nominations[index], 'approve', next),
    x: () => act(nominations[index], 'reject', next),
    b: () => act(nominations[index], 'blank'),
  })
  return (
    <>
      <Failures of={sent} describe={sayFailed} />
      {missing && <p className="mc-hint">{missing}</p>}
      <ol className="nominations">
        {nominations.map((one, i) => (
          <li
            key={one.id}
            aria-current={i === index ? 'true' : undefined}
            ref={i === index ? scrollToCurrent : undefined}
          >
            <NominationCard of={one} />
            <div className="verdict-actions">
              <Button
                size="small"
                disabled={isHeld(one) || one.approvedBy.includes(name)}
                onClick={() => act(one, 'approve')}
              >
                Approve
              </Button>
              <Button size="small" disabled={isHeld(one)} onClick={() => act(one, 'reject')}>
                Reject
              </Button>
              {one.reason && (
                <Button size="small" disabled={isHeld(one)} onClick={() => act(one, 'blank')}>
                  Blank the reason
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function NominationCard({ of }: { of: Nomination }) {
  const operator = useOperator()
  const isShame = of.wall === Wall.SHAME
  return (
    <div>
      <p>
        <b>{of.xHandle}</b> <Badge tone={isShame ? 'failure' : 'action'}>{isShame ? 'Shame' : 'Flame'}</Badge>{' '}
        <When time={of.createTime} />
        {of.repeats > 0 && ` · nominated ${of.repeats} more times`}
        {of.isSelfNomination && ' · by themselves'}
        {of.isHodling !== undefined && ` · ${of.isHodling ? 'holds the token' : 'does not hold the token'}`}
      </p>
      <blockquote>{of.reason || 'The reason was blanked.'}</blockquote>
      {of.approvedBy.length > 0 && (
        <p className="mc-hint">
          Approved by {of.approvedBy.join(', ')}
          {of.approvedBy.includes(operator.name) && '; another operator must approve it too'}
        </p>
      )}
    </div>
  )
}
