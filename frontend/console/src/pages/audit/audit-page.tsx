import { Link, useSearchParams } from 'wouter'
import { ListPage, Table } from '../../components/page-parts'
import { When } from '../../components/when'
import { kindOfName, labelOfKind } from '../cases/words'
import { AuditFilters } from './audit-filters'
import { useAudit } from './use-audit'

/** Who decided what, newest first. */
export default function AuditPage() {
  const [params] = useSearchParams()
  const query = useAudit(params)
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <ListPage
      title="Audit"
      what="audit"
      query={query}
      isEmpty={entries.length === 0}
      empty="No decision matches."
      filters={<AuditFilters />}
    >
      <Table
        caption="Decisions"
        rows={entries}
        keyOf={({ number }) => number.toString()}
        cellsOf={(entry) => {
          const payload = entry.payload && (JSON.parse(new TextDecoder().decode(entry.payload)) as Payload)
          return {
            Number: entry.number.toString(),
            When: <When time={entry.createTime} isExact />,
            By: entry.operator || 'automatic',
            Decision: entry.act,
            About: payload ? <About {...payload} /> : 'forgotten',
            Why: payload && [payload.reason, payload.message].filter(Boolean).join(' '),
            Note: payload?.note,
          }
        }}
      />
    </ListPage>
  )
}

/** What an entry says that may be about a person. */
interface Payload {
  kind: string
  subject: string
  reason: string
  message: string
  note: string
}

function About({ kind, subject }: Payload) {
  const name = kind.replace('_', '-')
  const known = kindOfName(name)
  if (!known) return <code>{subject}</code>
  return (
    <>
      <Link href={`/cases/${name}/${subject}`}>{labelOfKind(known)}</Link> (
      <Link href={`/audit?kind=${name}&id=${subject}`}>all about it</Link>)
    </>
  )
}
