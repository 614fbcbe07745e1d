import { createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import { createContext, useContext } from 'react'
import { GatewayOperatorService } from '../gen/gateway/v1/operator_pb'
import { GenerationOperatorService } from '../gen/generation/v1/operator_pb'
import { MediaOperatorService } from '../gen/media/v1/operator_pb'
import { WorkOperatorService } from '../gen/media/v1/works_operator_pb'
import { CaseOperatorService } from '../gen/moderation/v1/case_operator_pb'
import { ModerationOperatorService } from '../gen/moderation/v1/operator_pb'
import { OperatorService } from '../gen/operator/v1/operator_pb'
import { WallOperatorService } from '../gen/wall/v1/operator_pb'

/** The services that the console calls. */
export type Service = 'gateway' | 'generation' | 'media' | 'moderation' | 'wall'

const timeoutMs = 10_000

/** Returns the transport to a service, through the console's server. */
export function callConsole(service: Service): Transport {
  return createConnectTransport({ baseUrl: `/calls/${service}`, defaultTimeoutMs: timeoutMs })
}

/** Returns a client for each contract. `transportTo` is callConsole, and in tests a router of fakes. */
export function createClients(transportTo: (service: Service) => Transport) {
  return {
    budget: createClient(GenerationOperatorService, transportTo('generation')),
    cases: createClient(CaseOperatorService, transportTo('moderation')),
    edge: createClient(GatewayOperatorService, transportTo('gateway')),
    media: createClient(MediaOperatorService, transportTo('media')),
    operators: createClient(OperatorService, transportTo('moderation')),
    policy: createClient(ModerationOperatorService, transportTo('moderation')),
    works: createClient(WorkOperatorService, transportTo('media')),
    walls: createClient(WallOperatorService, transportTo('wall')),
  }
}

export type AllClients = ReturnType<typeof createClients>

/** Provides other clients, in tests. */
export const Clients = createContext(createClients(callConsole))

/** Returns the clients. */
export const useClients = () => useContext(Clients)
