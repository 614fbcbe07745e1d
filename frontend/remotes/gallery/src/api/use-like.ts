import { type Image, likeImage } from '@mcwick/api-calls'
import { ApiError, isPassing, userAction } from '@mcwick/api-client'
import { useSyncExternalStore } from 'react'

const attempts = 3
const firstPauseMs = 1000
const againMs = 60_000 // after these, as long as the page is open

/** A picture that this visitor likes. */
interface Like {
  /** To be shown. */
  count: number
  /** Why the server does not know of it yet. */
  error?: Error
  /** Whether the server may know of it all the same: one of the calls was sent and had no answer. */
  isUnknown?: boolean
}

// It outlives lists and visits to other pages; a like whose call failed stays filled, and a reload shows the truth.
const liked = new Map<string, Like>()
const resends = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function remember(id: string, like: Like) {
  liked.set(id, like)
  for (const listener of listeners) listener()
}

/** Takes over what the server knows to be liked; these likes are in the counts already. */
export function rememberLiked(ids: string[]) {
  for (const id of ids) if (!liked.has(id)) remember(id, { count: 0 })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A picture's like: counted at once, sent in the background, again after 1 and 2 seconds while that may help, and
 * from then on once a minute, or when the server says. Until it arrived, `error` says why not, `isUnknown` that it may
 * have all the same, and `resend` does it now. A repeat counts once, so it settles what is not known.
 */
export function useLike({ id, likes }: Image) {
  const mine = useSyncExternalStore(subscribe, () => liked.get(id))
  return {
    isLiked: mine !== undefined,
    count: Math.max(likes, mine?.count ?? 0),
    error: mine?.error,
    isUnknown: mine?.isUnknown ?? false,
    like: () => {
      remember(id, { count: likes + 1 })
      void send(id)
    },
    resend: () => void send(id),
  }
}

async function send(id: string) {
  clearTimeout(resends.get(id))
  for (let attempt = 1; ; attempt++) {
    try {
      const { likes } = await userAction('like a picture', (span) => likeImage(id, { span }))
      return remember(id, { count: likes })
    } catch (thrown) {
      const error = thrown as Error
      remember(id, { count: 0, ...liked.get(id), isUnknown: liked.get(id)?.isUnknown || mayHaveArrived(error) })
      if (!isPassing(error)) return // the picture is gone, say: nothing will change that
      if (attempt === attempts) return postpone(id, error)
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (attempt - 1)))
    }
  }
}

/** Whether a failed call may have had its effect: it had no answer, or the answer says so. */
function mayHaveArrived(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 504
}

function postpone(id: string, error: Error) {
  const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  remember(id, { count: 0, ...liked.get(id), error })
  resends.set(
    id,
    setTimeout(() => void send(id), Math.max(againMs, retryAfterMs)),
  )
}
