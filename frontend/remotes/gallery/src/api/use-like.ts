import { type Image, likeImage } from '@mcwick/api-calls'
import { ApiError, isPassing as isRetryable, userAction } from '@mcwick/api-client'
import { type StoredUser, storedUser, useStoredUser } from '@mcwick/session'
import { useSyncExternalStore } from 'react'

const attempts = 3
const firstPauseMs = 1000
const againMs = 60_000 // after these, as long as the page is open

/** A picture that an account likes. */
interface Like {
  /** To be shown. */
  count: number
  /** Why the server does not know of it yet. */
  error?: Error
  /** Whether the server may know of it all the same: one of the calls was sent and had no answer. */
  isUnknown?: boolean
}

/** Who likes what: an account's public key, '' when logged out, and a picture. */
interface Key {
  account: string
  imageId: string
}

// It outlives lists and visits to other pages; a like whose call failed stays filled, and a reload shows the truth.
const liked = new Map<string, Like>()
const resends = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

const nameOf = ({ account, imageId }: Key) => `${account} ${imageId}`

/** The account that a call is for now. */
export const accountOf = (user: StoredUser | null) => user?.publicKey ?? ''

function remember(key: Key, like: Like) {
  liked.set(nameOf(key), like)
  for (const listener of listeners) listener()
}

/** Takes over what the server knows an account to like; these likes are in the counts already. */
export function rememberLiked(account: string, imageIds: string[]) {
  for (const imageId of imageIds) {
    const key = { account, imageId }
    if (!liked.has(nameOf(key))) remember(key, { count: 0 })
  }
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
  const key = { account: accountOf(useStoredUser()), imageId: id }
  const mine = useSyncExternalStore(subscribe, () => liked.get(nameOf(key)))
  return {
    isLiked: mine !== undefined,
    count: Math.max(likes, mine?.count ?? 0),
    error: mine?.error,
    isUnknown: mine?.isUnknown ?? false,
    like: () => {
      remember(key, { count: likes + 1 })
      void send(key)
    },
    resend: () => void send(key),
  }
}

async function send(key: Key) {
  clearTimeout(resends.get(nameOf(key)))
  for (let attempt = 1; ; attempt++) {
    if (key.account !== accountOf(storedUser())) return postpone(key) // it would count for the account that is logged in
    try {
      const { likes } = await userAction('like a picture', (span) => likeImage(key.imageId, { span }))
      return remember(key, { count: likes })
    } catch (thrown) {
      const error = thrown as Error
      const before = liked.get(nameOf(key))
      remember(key, { count: 0, ...before, isUnknown: before?.isUnknown || mayHaveArrived(error) })
      if (!isRetryable(error)) return // the picture is gone, say: nothing will change that
      if (attempt === attempts) return postpone(key, error)
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (attempt - 1)))
    }
  }
}

/** Whether a failed call may have had its effect: it had no answer, or the answer says so. */
function mayHaveArrived(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 504
}

function postpone(key: Key, error = liked.get(nameOf(key))?.error) {
  const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  remember(key, { count: 0, ...liked.get(nameOf(key)), error })
  resends.set(
    nameOf(key),
    setTimeout(() => void send(key), Math.max(againMs, retryAfterMs)),
  )
}
