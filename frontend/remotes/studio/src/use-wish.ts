import type { MemeInput } from '@mcwick/api-client'
import { useCallback } from 'react'
import { actions, another, scenes, styles } from './suggestions'
import { useKept } from './use-kept'

/** What the form says, and the picture that was asked for with it: none before, and none once it is done with. */
export interface Wish {
  meme: MemeInput
  jobId?: string | undefined
}

/**
 * The wish of this tab; it survives a reload. A tab that has none yet goes on with the one whose picture this browser
 * asked for last, or begins with a random one.
 */
export function useWish(): [Wish, (wish: Wish) => void] {
  const [wish, keep] = useKept<Wish>('mcwick.studio.wish', () => askedFor() ?? { meme: randomMeme() })
  const change = useCallback(
    (next: Wish) => {
      keep(next)
      if (next.jobId) share(next)
      else if (wish.jobId) unshare(wish.jobId)
    },
    [keep, wish.jobId],
  )
  return [wish, change]
}

export function randomMeme(): MemeInput {
  return { action: another(actions, ''), scene: another(scenes, ''), style: another(styles, '') }
}

const sharedKey = 'mcwick.studio.asked'
const sharedMs = 15 * 60_000 // longer than any picture waits and is drawn

interface Shared extends Wish {
  /** Milliseconds since 1970. */
  since: number
}

function askedFor(): Wish | undefined {
  const shared = readShared()
  if (!shared || Date.now() - shared.since > sharedMs) return undefined
  return { meme: shared.meme, jobId: shared.jobId }
}

function share(wish: Wish) {
  if (readShared()?.jobId === wish.jobId) return
  attempt(() => localStorage.setItem(sharedKey, JSON.stringify({ ...wish, since: Date.now() } satisfies Shared)))
}

/** Another tab may have asked since: its wish stays. */
function unshare(jobId: string) {
  if (readShared()?.jobId === jobId) attempt(() => localStorage.removeItem(sharedKey))
}

function readShared(): Shared | undefined {
  return attempt(() => JSON.parse(localStorage.getItem(sharedKey) ?? 'null') ?? undefined)
}

/** Without storage nothing is shared, and everything else works. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
