import { useCallback } from 'react'
import { useKept } from './use-kept'

/** What the form says, and the picture that was asked for with it: none before, and none once it is done with. */
export interface Wish {
  jobId?: string | undefined
  /** What came of it is published: this tab keeps it, and another tab begins anew. */
  isPublished?: boolean | undefined
}

/**
 * The wish of this tab; it survives a reload. A tab that has none yet goes on with the one whose picture this browser
 * asked for last, or begins with a first one. Each maker has its own, under its name; `shape` counts up when W changes.
 */
export function useWish<W extends Wish>(maker: string, shape: number, first: () => W): [W, (wish: W) => void] {
  const shelf = `mcwick.${maker}.asked.${shape}`
  const [wish, keep] = useKept<W>(`mcwick.${maker}.wish`, shape, () => askedFor<W>(shelf) ?? first())
  const change = useCallback(
    (next: W) => {
      keep(next)
      if (next.jobId && !next.isPublished) share(shelf, next)
      else if (wish.jobId) unshare(shelf, wish.jobId)
    },
    [keep, shelf, wish.jobId],
  )
  return [wish, change]
}

const sharedMs = 15 * 60_000 // longer than any picture waits and is drawn

type Shared<W> = W & {
  /** Milliseconds since 1970. */
  since: number
}

function askedFor<W extends Wish>(shelf: string): W | undefined {
  const shared = readShared<W>(shelf)
  return shared && Date.now() - shared.since <= sharedMs ? shared : undefined
}

function share<W extends Wish>(shelf: string, wish: W) {
  if (readShared(shelf)?.jobId === wish.jobId) return
  attempt(() => localStorage.setItem(shelf, JSON.stringify({ ...wish, since: Date.now() } satisfies Shared<W>)))
}

/** Another tab may have asked since: its wish stays. */
function unshare(shelf: string, jobId: string) {
  if (readShared(shelf)?.jobId === jobId) attempt(() => localStorage.removeItem(shelf))
}

function readShared<W extends Wish>(shelf: string): Shared<W> | undefined {
  return attempt(() => JSON.parse(localStorage.getItem(shelf) ?? 'null') ?? undefined)
}

/** Without storage nothing is shared, and everything else works. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
