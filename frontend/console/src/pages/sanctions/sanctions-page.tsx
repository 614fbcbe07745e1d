import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button } from '@mcwick/ui'
import { useSearchParams } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { Failure } from '../../components/failure'
import { ListPage, Table } from '../../components/page-parts'
import { When } from '../../components/when'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { BlockForm } from './block-form'
import { blockKinds, useBlocks, useUnblock } from './use-blocks'

/** Who may only read, until when and why. */
export default function SanctionsPage() {
  const [params, setParams] = useSearchParams()
  const includeEnded = params.get('ended') === 'true'
  const query = useBlocks(includeEnded)
  const blocks = query.data?.pages.flatMap((page) => page.blocks) ?? []
  const unblock = useUnblock()
  const missing = useMissingScope(Scope.SANCTION)
  return (
    <ListPage
      title="Sanctions"
      what="blocks"
      query={query}
      isEmpty={blocks.length === 0}
      empty="No visitor is blocked."
      filters={
        <label>
          <input
            type="checkbox"
            checked={includeEnded}
            onChange={(event) => setParams(event.target.checked ? { ended: 'true' } : {})}
          />{' '}
          with those that ended in the last 30 days
        </label>
      }
    >
      <BlockForm />
      {unblock.error && <Failure what="The block could not be ended." error={unblock.error} />}
      {blocks.length > 0 && (
        <Table caption="Blocks" head={['Who', 'Which', 'Until', 'Why', 'By', 'Since', 'End it']}>
          {blocks.map((block) => (
            <tr key={block.id}>
              <td>{blockKinds.find(({ kind }) => kind === block.kind)?.label}</td>
              <td>
                <code>{block.subject}</code>
              </td>
              <td>
                <When time={block.expireTime} />
              </td>
              <td>{block.reason}</td>
              <td>{block.operator}</td>
              <td>
                <When time={block.createTime} />
              </td>
              <td>
                {block.expireTime && timestampDate(block.expireTime) > new Date() && (
                  <Button
                    size="small"
                    disabled={Boolean(missing) || unblock.isPending}
                    aria-label={`End the block of ${block.subject}`}
                    onClick={() => unblock.mutate(block.id)}
                  >
                    End
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </ListPage>
  )
}
