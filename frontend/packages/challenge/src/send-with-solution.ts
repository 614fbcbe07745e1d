import { ApiError, type ApiRequest, type Span } from '@mcwick/api-client'
import { type ChallengePurpose, type PreparedSolution, requestSolution, takeSolution } from './prepared-solutions'

/** How such a call is sent. */
interface CreateRequest {
  span: Span
  signal?: AbortSignal
  /** Called when the visitor starts and stops waiting for a solution. */
  onSolving?: (isSolving: boolean) => void
}

/**
 * Sends a call that costs money with the solution of a challenge, if the server requires one, and once more as
 * `sendThenSolve` does.
 */
export async function sendWithSolution<T>(
  purpose: ChallengePurpose,
  request: CreateRequest,
  send: (request: ApiRequest) => Promise<T>,
): Promise<T> {
  return sendThenSolve(purpose, request, send, await waitForHeader(takeSolution(purpose, request.span), request))
}

/**
 * Sends a call, without a solution unless one is given. A call that is refused for the want of one is sent once more with
 * a new solution, if one is to be had; run this inside an idempotent sender, so that both have one key.
 */
export async function sendThenSolve<T>(
  purpose: ChallengePurpose,
  request: CreateRequest,
  send: (request: ApiRequest) => Promise<T>,
  first?: string | null,
): Promise<T> {
  try {
    return await send(withHeader(request, first))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHALLENGE_REQUIRED') throw error
    const header = await waitForHeader(requestSolution(purpose, request.span), request)
    // Without a solution only when nothing has to be solved any more, or when the first one may have been too easy.
    if (header === undefined && !first) throw error
    return send(withHeader(request, header))
  }
}

function withHeader({ onSolving: _, ...request }: CreateRequest, header: string | null | undefined): ApiRequest {
  return header ? { ...request, headers: { 'McWick-Solution': header } } : request
}

/** Waits for a solution; one that is ready shows no progress. */
async function waitForHeader(
  solution: PreparedSolution,
  { signal, onSolving }: CreateRequest,
): Promise<string | null | undefined> {
  const challenge = await untilAborted(solution.challenge, signal)
  if (!challenge || solution.isReady) return solution.header
  onSolving?.(true)
  try {
    return await untilAborted(solution.header, signal)
  } finally {
    onSolving?.(false)
  }
}

function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
