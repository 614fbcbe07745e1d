import type { Job } from '@mcwick/api-calls'
import { type Span, userAction } from '@mcwick/api-client'
import { isAt, type Line, type Work } from './line'
import { waitFor } from './wait-for'

/** What is made while one waits, such as a picture. */
export interface Order<Body, Result, W extends Work = Job> {
  line: Line<W>
  /** What the visitor does, as its trace is called. */
  action: (body: Body) => string
  /** Asks for it; a wish that got no answer is asked for again under the same key. */
  create: (body: Body, request: { span: Span; signal: AbortSignal }) => Promise<W>
  /** What came of work that succeeded. */
  resultOf: (work: W) => Result | undefined
}

interface Watch<W> {
  signal: AbortSignal
  /** Hears of the work as soon as it is accepted, and of each change. */
  onChange: (work: W) => void
}

/** The visitor took the wish back; there is nothing to tell. */
export class Cancelled extends Error {}

/** The job was taken and not done. Branch on `code`; the message is the server's and may be shown. */
export class JobFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly traceId: string,
  ) {
    super(message)
    this.name = 'JobFailed'
  }
}

/** Asks for something and waits until it is there. Fails as JobFailed, as Cancelled, or as ApiError. */
export function place<Body, Result, W extends Work>(order: Order<Body, Result, W>, body: Body, watch: Watch<W>) {
  return userAction(order.action(body), async (span) => {
    const accepted = await order.create(body, { span, signal: watch.signal })
    watch.onChange(accepted)
    return follow(order, accepted.id, watch, span)
  })
}

/** Waits for what was asked for before the page was loaded. */
export function resume<Body, Result, W extends Work>(order: Order<Body, Result, W>, id: string, watch: Watch<W>) {
  return userAction('resume a job', (span) => follow(order, id, watch, span))
}

async function follow<Body, Result, W extends Work>(
  { line, resultOf }: Order<Body, Result, W>,
  id: string,
  watch: Watch<W>,
  span: Span,
): Promise<Result> {
  const work = await waitFor(line, id, { ...watch, span })
  if (isAt(work, 'cancelled')) throw new Cancelled()
  const result = isAt(work, 'succeeded') ? resultOf(work) : undefined
  if (!result) throw new JobFailed(work.error?.code ?? '', work.error?.message ?? '', span.traceId)
  return result
}
