import { Link, useSearchParams } from 'wouter'
import { ListPage, Table } from '../../components/page-parts'
import { When } from '../../components/when'
import type { AuditEntry } from '../../gen/moderation/v1/case_operator_pb'
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
      {entries.length > 0 && (
        <Table caption="Decisions" head={['Number', 'When', 'By', 'Decision', 'About', 'Why', 'Note']}>
          {entries.map((entry) => (
            <Entry key={entry.number.toString()} entry={entry} />
          ))}
        </Table>
      )}
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

function Entry({ entry }: { entry: AuditEntry }) {
  const payload = entry.payload && (JSON.parse(new TextDecoder().decode(entry.payload)) as Payload)
  return (
    <tr>
      <td>{entry.number.toString()}</td>
      <td>
        <When time={entry.createTime} isExact />
      </td>
      <td>{entry.operator || 'automatic'}</td>
      <td>{entry.act}</td>
      <td>{payload ? <About {...payload} /> : 'forgotten'}</td>
      <td>
        {payload?.reason} {payload?.message}
      </td>
      <td>{payload?.note}</td>
    </tr>
  )
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
