import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button } from '@mcwick/ui'
import { useSearchParams } from 'wouter'
import { useMissingScope } from '../../api/operator'
import { useAct, usePages } from '../../api/use-calls'
import { Failure } from '../../components/failure'
import { ListPage, Table } from '../../components/page-parts'
import { When } from '../../components/when'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { BlockForm } from './block-form'
import { blockKinds, blocksKey } from './words'

const refreshMs = 30_000

/** Who may only read, until when and why. */
export default function SanctionsPage() {
  const [params, setParams] = useSearchParams()
  const includeEnded = params.get('ended') === 'true'
  const query = usePages([...blocksKey, includeEnded], refreshMs, ({ policy }, cursor, call) =>
    policy.listBlocks({ includeEnded, cursor }, call),
  )
  const blocks = query.data?.pages.flatMap((page) => page.blocks) ?? []
  const unblock = useAct(blocksKey, ({ policy }, blockId: string) =>
    policy.unblock({ blockId, reason: 'Ended in the console.' }),
  )
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
      <Table
        caption="Blocks"
        rows={blocks}
        keyOf={({ id }) => id}
        cellsOf={({ createTime, expireTime, id, kind, operator, reason, subject }) => ({
          Who: blockKinds.find((one) => one.kind === kind)?.label,
          Which: <code>{subject}</code>,
          Until: <When time={expireTime} />,
          Why: reason,
          By: operator,
          Since: <When time={createTime} />,
          'End it': expireTime && timestampDate(expireTime) > new Date() && (
            <Button
              size="small"
              disabled={Boolean(missing) || unblock.isPending}
              aria-label={`End the block of ${subject}`}
              onClick={() => unblock.mutate(id)}
            >
              End
            </Button>
          ),
        })}
      />
    </ListPage>
  )
}
