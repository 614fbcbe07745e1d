import { EmptyState, Spinner } from '@mcwick/ui'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { AddressSelect, withParam } from '../../components/address-select'
import { Failure } from '../../components/failure'
import { useCurrent } from '../../components/use-current'
import { useShortcuts } from '../../components/use-shortcuts'
import { CaseState } from '../../gen/moderation/v1/case_operator_pb'
import { SubjectKind } from '../../gen/moderation/v1/case_pb'
import { CaseDesk } from './case-desk'
import { CasePicture } from './case-picture'
import { DecisionLog } from './decision-log'
import { QueueList } from './queue-list'
import { type CaseFilter, keyOf, useCases } from './use-cases'
import { useDecisions, versionOf } from './use-decisions'
import { kindOfName, kinds } from './words'

const pauseMs = 500
const preloaded = 2 // pictures of the cases that come next

interface QueueProps {
  title: string
  /** What is said when no case is listed. */
  empty: string
  filter: CaseFilter
}

/** Cases that wait for an operator, one after the other, decided by keys. */
export function Queue({ title, empty, filter }: QueueProps) {
  const [params] = useSearchParams()
  const kind = kindOfName(params.get('kind')) ?? SubjectKind.UNSPECIFIED
  const query = useCases({ kind, ...filter, state: CaseState.OPEN })
  const { made, decide, undo } = useDecisions()
  const selection = useSelectedCase()

  const waiting = useMemo(() => {
    // A case that became less urgent between two pages is on both.
    const all = new Map(query.data?.pages.flatMap((page) => page.cases).map((one) => [keyOf(one), one]))
    for (const { of, state, version = 0 } of made) {
      const listed = all.get(keyOf(of))
      // A list that knows the decision has its case again: something new was reported since.
      if (state === 'sending' || (state === 'made' && listed && versionOf(listed) < version)) all.delete(keyOf(of))
    }
    return [...all.values()]
  }, [query.data, made])
  const undone = made.findLast(({ state }) => state === 'undone')?.of
  const listed = undone && !waiting.some((one) => keyOf(one) === keyOf(undone)) ? [undone, ...waiting] : waiting
  const { current, index, select } = useCurrent(listed, keyOf, selection)

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (isFetchNextPageError) return // until the list is read again
    if (hasNextPage && !isFetchingNextPage && listed.length - index <= preloaded) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, listed.length, index])

  const next = listed[index + 1]
  useShortcuts({
    n: () => select(next ?? listed[0]),
    p: () => select(listed[index - 1] ?? listed.at(-1)),
    u: async () => {
      const undone = await undo()
      if (undone) select(undone)
    },
  })

  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {!filter.kind && (
          <AddressSelect
            label="Kind"
            param="kind"
            options={[{ name: '', label: 'all' }, ...kinds]}
            onChange={() => select(undefined)}
          />
        )}
        <p className="mc-hint console-keys">
          <kbd>n</kbd> next <kbd>p</kbd> previous <kbd>h</kbd> hide <kbd>l</kbd> leave <kbd>r</kbd> remove <kbd>o</kbd>{' '}
          restore <kbd>1</kbd>–<kbd>5</kbd> why <kbd>s</kbd> sanction <kbd>u</kbd> undo
        </p>
      </div>
      {query.isPending && <Spinner label="Reading the cases" />}
      {query.error && <Failure what="The cases could not be read." error={query.error} onRetry={query.refetch} />}
      {query.data && !current && <EmptyState pose="mood-happy">{empty}</EmptyState>}
      {current && index < 0 && <p role="status">No longer in the list: another operator may have decided it.</p>}
      {current && (
        <div className="queue">
          <QueueList cases={listed} current={current} onSelect={select} hasMore={hasNextPage} />
          <CaseDesk
            key={keyOf(current)}
            of={current}
            onDecide={(verdict) => {
              decide(current, verdict)
              select(next)
            }}
          />
          {listed.slice(index + 1, index + 1 + preloaded).map((one) => (
            <CasePicture key={keyOf(one)} of={one} hidden />
          ))}
        </div>
      )}
      <DecisionLog made={made} />
    </>
  )
}

/**
 * Returns which case is shown, by its key. The address follows when the operator pauses: browsers ignore changes of it that
 * come as fast as keys, and a decision and what is shown next must change together.
 */
function useSelectedCase() {
  const [params, setParams] = useSearchParams()
  const [selected, setSelected] = useState(() => params.get('case') ?? undefined)
  const inAddress = params.get('case') ?? undefined
  useEffect(() => {
    if (selected === inAddress) return
    const timer = setTimeout(() => {
      setParams((now) => withParam(now, 'case', selected), { replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [selected, inAddress, setParams])
  return [selected, setSelected] as const
}
