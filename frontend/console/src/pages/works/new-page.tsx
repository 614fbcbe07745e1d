import { Button, Spinner } from '@mcwick/ui'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { Failure, Failures, mayBeDone } from '../../components/failure'
import { useShortcuts } from '../../components/use-shortcuts'
import type { Work } from '../../gen/media/v1/works_operator_pb'
import { Action, Reason } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { BatchReport } from './batch-report'
import { ReasonSelect } from './reason-select'
import { changedBy, useBatch } from './use-batch'
import { useWall } from './use-wall'
import { caseOf, wordsOf } from './words'
import { WorkPreview } from './work-preview'

/** Everything that is published, as it comes; with a cursor in its address, what is older. */
export default function NewPage() {
  const [params] = useSearchParams()
  const cursor = params.get('cursor') ?? ''
  const list = useRef<HTMLUListElement>(null)
  const mayMove = useCallback(
    () => window.scrollY < 1 && !list.current?.matches(':hover') && !list.current?.contains(document.activeElement),
    [],
  )
  const { works, waiting, olderCursor, query, join, readAt } = useWall(mayMove, cursor)
  const { entries, run, undo, stateOf } = useBatch()
  const [reason, setReason] = useState<Reason>(Reason.OFFENSIVE)
  const [currentId, setCurrent] = useState('')
  const [, navigate] = useLocation()
  const missing = useMissingScope(Scope.DECIDE)
  const title = useRef<HTMLHeadingElement>(null)
  const turnedTo = useRef<string>(undefined)
  // Not on the way back, on which the browser restores the position.
  useEffect(() => {
    if (turnedTo.current !== cursor) return
    turnedTo.current = undefined
    title.current?.focus()
  }, [cursor])
  const current = works.find(({ id }) => id === currentId)
  const inFocus = () => (list.current?.contains(document.activeElement) ? current : undefined)

  const hide = (work: Work | undefined) => {
    const now = work && { ...work, state: stateOf(work, readAt(work)) }
    if (now && !missing) void run(changedBy(Action.HIDE, [now]), { action: Action.HIDE, reason })
  }
  useShortcuts({
    h: () => hide(inFocus()),
    u: () => !missing && undo(),
    s: () => {
      const work = inFocus()
      if (work?.makerDevice) navigate(worksOf(work))
    },
    n: join,
  })

  const pageLink = (label: string, to: string) => (
    <Link
      className="mc-button"
      data-kind="plain"
      data-size="normal"
      href={to ? `/new?cursor=${encodeURIComponent(to)}` : '/new'}
      onClick={() => (turnedTo.current = to)}
    >
      {label}
    </Link>
  )

  return (
    <>
      <div className="page-head">
        <h1 ref={title} tabIndex={-1}>
          {cursor ? 'Older' : 'New'}
        </h1>
        <p className="mc-hint console-keys">
          <kbd>←↑↓→</kbd> move, <kbd>h</kbd> hide, <kbd>u</kbd> undo, <kbd>s</kbd> all of its maker, <kbd>n</kbd> what
          is new, <kbd>Enter</kbd> case
        </p>
        {missing && <p className="mc-hint">{missing}</p>}
      </div>
      <div className="works-choice">
        <ReasonSelect value={reason} onChange={setReason} />
        <BatchReport entries={entries.filter(({ error }) => !error).slice(-1)} />
      </div>
      <Failures
        of={entries}
        describe={({ work, state, error }) => {
          const [name, done] = [wordsOf(work) || work.id, state === 'made' ? 'shown again' : 'hidden']
          return mayBeDone(error)
            ? `It is not known whether “${name}” was ${done}. Look at its case.`
            : `“${name}” was not ${done}.`
        }}
      />
      <div className="wall-join" aria-live="polite">
        {waiting.length > 0 && (
          <Button kind="primary" onClick={join}>
            {waiting.length} new <kbd>n</kbd>
          </Button>
        )}
      </div>
      {query.isPending && <Spinner label="Reading what is new" />}
      {query.error && <Failure what="What is new could not be read." error={query.error} onRetry={query.refetch} />}
      {query.data && works.length === 0 && <p>Nothing was published yet.</p>}
      <ul className="wall" ref={list} aria-label="New works">
        {works.map((work, i) => (
          <li key={work.id} onFocus={() => setCurrent(work.id)}>
            <Link
              href={caseOf(work)}
              tabIndex={work.id === currentId || (!current && i === 0) ? 0 : -1}
              onKeyDown={moveByArrows}
            >
              <WorkPreview work={work} state={stateOf(work, readAt(work))} />
            </Link>
            <div className="wall-actions">
              <Button size="small" tabIndex={-1} disabled={Boolean(missing)} onClick={() => hide(work)}>
                Hide
              </Button>
              {work.makerDevice && (
                <Link href={worksOf(work)} tabIndex={-1}>
                  All of its maker
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
      <nav className="wall-pages" aria-label="Pages">
        {cursor && pageLink('Newest', '')}
        {olderCursor && pageLink('Older', olderCursor)}
      </nav>
    </>
  )
}

const worksOf = ({ makerDevice }: Work) => `/works?device=${encodeURIComponent(makerDevice)}`

/** Moves the focus to the neighbor in the direction of a pressed arrow. */
function moveByArrows(event: KeyboardEvent<HTMLAnchorElement>) {
  const all = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLAnchorElement>('li > a') ?? [])]
  const top = all[0]?.getBoundingClientRect().top
  const columns = Math.max(1, all.filter((one) => one.getBoundingClientRect().top === top).length)
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
  const next = step && all[all.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
