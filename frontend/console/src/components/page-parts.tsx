import { Button, Spinner } from '@mcwick/ui'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './failure'

interface ListPageProps {
  title: string
  /** What is read, such as “blocks”. */
  what: string
  query: UseInfiniteQueryResult
  /** Whether the list has no items. */
  isEmpty: boolean
  empty: string
  /** Filters beside the title. */
  filters?: ReactNode
  children: ReactNode
}

/** A page that lists something: its title and filters, the list while there is one, and a button for more. */
export function ListPage({ title, what, query, isEmpty, empty, filters, children }: ListPageProps) {
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {filters}
      </div>
      {query.isPending && <Spinner label={`Reading the ${what}`} />}
      {query.error && <Failure what={`The ${what} could not be read.`} error={query.error} onRetry={query.refetch} />}
      {!query.isPending && !query.error && isEmpty && <p>{empty}</p>}
      {children}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          More
        </Button>
      )}
    </>
  )
}

interface TableProps<Row> {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** What a row says, by the titles of the columns. */
  cellsOf: (row: Row) => Record<string, ReactNode>
}

/** A table that scrolls by itself on a phone; nothing when it has no rows. */
export function Table<Row extends object>({ caption, rows, keyOf, cellsOf }: TableProps<Row>) {
  const [first] = rows
  if (!first) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {Object.keys(cellsOf(first)).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {Object.entries(cellsOf(row)).map(([title, cell]) => (
                <td key={title}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
