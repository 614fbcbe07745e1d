import { create } from '@bufbuild/protobuf'
import { createRouterTransport, type ServiceImpl } from '@connectrpc/connect'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { Clients, createClients, type Service } from './api/clients'
import { SignedIn } from './api/operator'
import { newQueryClient, operatorKey } from './api/query-client'
import { WorkOperatorService } from './gen/media/v1/works_operator_pb'
import { CaseOperatorService, CaseSchema, CaseState, SubjectStatus } from './gen/moderation/v1/case_operator_pb'
import { SubjectKind } from './gen/moderation/v1/case_pb'
import { ModerationOperatorService } from './gen/moderation/v1/operator_pb'
import { OperatorSchema, OperatorService, Scope } from './gen/operator/v1/operator_pb'
import { WallOperatorService } from './gen/wall/v1/operator_pb'

const allScopes = [Scope.LOOK, Scope.DECIDE, Scope.SANCTION, Scope.CONFIGURE]

/** Renders a page for an operator, with fakes of the calls about cases, works, walls, operators and policies. */
export function renderPage(
  page: ReactNode,
  cases: Partial<ServiceImpl<typeof CaseOperatorService>>,
  {
    scopes = allScopes,
    path = '/queue',
    works = {} as Partial<ServiceImpl<typeof WorkOperatorService>>,
    walls = {} as Partial<ServiceImpl<typeof WallOperatorService>>,
    operators = {} as Partial<ServiceImpl<typeof OperatorService>>,
    policies = {} as Partial<ServiceImpl<typeof ModerationOperatorService>>,
  } = {},
) {
  const transport = (_: Service) =>
    createRouterTransport(({ service }) => {
      service(CaseOperatorService, cases)
      service(WorkOperatorService, works)
      service(WallOperatorService, walls)
      service(OperatorService, operators)
      service(ModerationOperatorService, policies)
    })
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  const queries = newQueryClient()
  const operator = create(OperatorSchema, { name: 'ada', scopes })
  if (!operators.getOperator) queries.setQueryData(operatorKey, operator)
  render(
    <QueryClientProvider client={queries}>
      <Clients value={createClients(transport)}>
        <SignedIn value={operator}>
          <Router hook={hook} searchHook={searchHook}>
            {page}
          </Router>
        </SignedIn>
      </Clients>
    </QueryClientProvider>,
  )
  return { history, queries }
}

/** Returns an open case about a picture. */
export function newCase(id: string) {
  return create(CaseSchema, {
    id,
    details: { subject: { kind: SubjectKind.PICTURE, id }, text: `text of ${id}` },
    state: CaseState.OPEN,
    status: SubjectStatus.PUBLIC,
  })
}
