import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import type { ReactNode } from 'react'
import { type Work, WorkKind, WorkSchema, WorkState } from '../../gen/media/v1/works_operator_pb'
import type { DecideRequest } from '../../gen/moderation/v1/case_operator_pb'
import { Action } from '../../gen/moderation/v1/case_pb'
import { Scope } from '../../gen/operator/v1/operator_pb'
import { renderPage } from '../../testing'

/** Returns a picture of device d. */
export const newWork = (id: string, state = WorkState.PUBLIC): Work =>
  create(WorkSchema, { id, kind: WorkKind.PICTURE, state, texts: [`gm ${id}`], makerDevice: 'd' })

/** Renders a page of works, which may be changed, and collects the decisions; those about "refused" fail, those that restore "kept" too, and "lost" gets no answer. */
export function renderWorks(page: ReactNode, all: Work[], { scopes = [Scope.LOOK, Scope.DECIDE], path = '/new' } = {}) {
  const decisions: DecideRequest[] = []
  const { history, queries } = renderPage(
    page,
    {
      getCase: () => ({ decisions: [{ version: 7 }] }),
      decide: (request) => {
        decisions.push(request)
        if (request.subject?.id === 'refused') throw new ConnectError('That is gone.', Code.FailedPrecondition)
        if (request.subject?.id === 'kept' && request.action === Action.RESTORE)
          throw new ConnectError('Another operator decided.', Code.FailedPrecondition)
        if (request.subject?.id === 'lost') throw new ConnectError('It took too long.', Code.DeadlineExceeded)
        return { version: decisions.length }
      },
    },
    {
      scopes,
      path,
      works: {
        listWorks: ({ cursor, pageSize }) => {
          const end = Number(cursor || 0) + pageSize
          return { works: all.slice(Number(cursor || 0), end), nextCursor: end < all.length ? String(end) : '' }
        },
      },
    },
  )
  return { decisions, history, refresh: () => queries.refetchQueries() }
}
