import { Button } from '@mcwick/ui'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ListPage } from '../../components/page-parts'
import { When } from '../../components/when'
import { type Work, WorkState } from '../../gen/media/v1/works_operator_pb'
import { BulkDecision } from './bulk-decision'
import { useBatch } from './use-batch'
import { useWorks } from './use-works'
import { caseOf } from './words'
import { WorkPreview } from './work-preview'
import { WorksFilter } from './works-filter'

const maxAll = 1_000 // works that are decided on at once

/** The works of one device, account or network, or those that look alike, to decide on together. */
export default function WorksPage() {
  const [params, setParams] = useSearchParams()
  const batch = useBatch() // goes on, and can be undone, when the filter changes
  return <Works key={params.toString()} params={params} onFilter={setParams} batch={batch} />
}

interface WorksProps {
  params: URLSearchParams
  onFilter: (next: URLSearchParams) => void
  batch: ReturnType<typeof useBatch>
}

function Works({ params, onFilter, batch }: WorksProps) {
  const query = useWorks(params)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isCut, setCut] = useState(false)
  const works =
    query.data?.pages.flatMap(({ works, readAt }) =>
      works.map((work) => ({ ...work, state: batch.stateOf(work, readAt) })),
    ) ?? []
  const choose = (all: readonly Work[]) => {
    setChosen(new Set(all.map(({ id }) => id)))
    setCut(false)
  }
  const toggle = (id: string) =>
    setChosen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])))

  /** Chooses the newest works that are not hidden yet, or, when all are, those that were not decided on in this page. */
  const chooseAll = async () => {
    const decided = new Set(batch.entries.filter(({ state }) => state === 'made').map(({ work }) => work.id))
    const undecided = (data: typeof query.data) => listOf(data).filter(({ id }) => !decided.has(id))
    const open = (data: typeof query.data) =>
      undecided(data).filter(({ state }) => state !== WorkState.HIDDEN && state !== WorkState.REMOVED)
    let { data, hasNextPage } = query
    while (hasNextPage && open(data).length < maxAll) {
      const next = await query.fetchNextPage()
      if (next.isError) return
      ;({ data, hasNextPage } = next)
    }
    const all = open(data).length > 0 ? open(data) : undecided(data)
    choose(all.slice(0, maxAll))
    setCut(hasNextPage || all.length > maxAll)
  }

  return (
    <ListPage title="Works" what="works" query={query} isEmpty={works.length === 0} empty="There are no works.">
      <WorksFilter params={params} onChange={onFilter} />
      <div className="works-choice">
        <Button size="small" onClick={() => choose(works)}>
          All on this page
        </Button>
        <Button size="small" disabled={query.isFetching} onClick={chooseAll}>
          All
        </Button>
        <Button size="small" disabled={chosen.size === 0} onClick={() => choose([])}>
          None
        </Button>
        <p role="status">
          {chosen.size.toLocaleString('en-US')} chosen{isCut && ': the newest, and there are more'}
        </p>
      </div>
      <BulkDecision
        works={works.filter(({ id }) => chosen.has(id))}
        batch={batch}
        limit={isCut ? 'There are more: once these are decided, “All” chooses the next ones.' : undefined}
      />
      <ul className="wall" aria-label="Works">
        {works.map((work) => (
          <li key={work.id}>
            <label>
              <input type="checkbox" checked={chosen.has(work.id)} onChange={() => toggle(work.id)} />
              <WorkPreview work={work} state={work.state} />
            </label>
            <div className="wall-actions">
              <Link href={caseOf(work)}>Case</Link> <When time={work.createTime} />
            </div>
          </li>
        ))}
      </ul>
    </ListPage>
  )
}

const listOf = (data: { pages: readonly { works: Work[] }[] } | undefined) =>
  data?.pages.flatMap((page) => page.works) ?? []
