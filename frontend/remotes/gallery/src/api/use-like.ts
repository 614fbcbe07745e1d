import { type Image, likeImage } from '@mcwick/api-calls'
import { ApiError, isPassing as isRetryable, userAction } from '@mcwick/api-client'
import { type StoredUser, storedUser, useStoredUser } from '@mcwick/session'
import { useSyncExternalStore } from 'react'

const maxAttempts = 3
const minBackoffMs = 1000
const resendIntervalMs = 60_000 // after maxAttempts, while the page is open

/** A like of an account. */
interface Like {
  /** The like count to show. */
  count: number
  /** Why it has not reached the server yet. */
  error?: Error
  /** Whether it may have reached the server all the same: one of the calls had no response. */
  isOutcomeUnknown?: boolean
}

/** An account's public key, '' when logged out, and an image. */
interface LikeKey {
  account: string
  imageId: string
}

// Kept for the life of the page. A like whose call failed stays shown as liked; a reload shows the server's state.
const accountLikes = new Map<string, Like>()
const resends = new Map<string, { key: LikeKey; timer: ReturnType<typeof setTimeout> }>()
const listeners = new Set<() => void>()

const serializeKey = ({ account, imageId }: LikeKey) => `${account} ${imageId}`

/** Returns the account that a call counts for, '' when logged out. */
const accountId = (user: StoredUser | null) => user?.publicKey ?? ''

function storeLike(key: LikeKey, like: Like) {
  accountLikes.set(serializeKey(key), like)
  for (const listener of listeners) listener()
}

/** Adds the likes that the server knows of; these are in the counts already. */
export function addKnownLikes(account: string, imageIds: string[]) {
  for (const imageId of imageIds) {
    const key = { account, imageId }
    if (!accountLikes.has(serializeKey(key))) storeLike(key, { count: 0 })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The like of an image, whose count may be newer (`live`): counted at once, sent in the background, retried after 1 and
 * 2 seconds, and from then on once a minute or after the server's Retry-After, and when the browser is online again. Until
 * it succeeded, `error` is the reason, `isUnknown` says that it may have reached the server all the same, and `resend`
 * retries now. Likes are idempotent, so a retry settles an unknown outcome.
 */
export function useLike({ id, ...image }: Image, live = 0) {
  const likes = Math.max(image.likes, live)
  const key = { account: accountId(useStoredUser()), imageId: id }
  const ownLike = useSyncExternalStore(subscribe, () => accountLikes.get(serializeKey(key)))
  return {
    isLiked: ownLike !== undefined,
    count: Math.max(likes, ownLike?.count ?? 0),
    error: ownLike?.error,
    isUnknown: ownLike?.isOutcomeUnknown ?? false,
    like: () => {
      storeLike(key, { count: likes + 1 })
      void send(key)
    },
    resend: () => void send(key),
  }
}

addEventListener('online', () => {
  for (const { key } of [...resends.values()]) void send(key)
})

async function send(key: LikeKey) {
  clearTimeout(resends.get(serializeKey(key))?.timer)
  resends.delete(serializeKey(key))
  for (let attempt = 1; ; attempt++) {
    if (key.account !== accountId(storedUser())) return scheduleResend(key) // it would count for the account that is logged in now
    try {
      const { likes } = await userAction('like a picture', (span) => likeImage(key.imageId, { span }))
      return storeLike(key, { count: likes })
    } catch (thrown) {
      const error = thrown as Error
      const previous = accountLikes.get(serializeKey(key))
      const isUnknown = previous?.isOutcomeUnknown || isOutcomeUnknown(error)
      storeLike(key, { count: 0, ...previous, isOutcomeUnknown: isUnknown })
      if (!isRetryable(error)) {
        // Nothing is said of a like that may be stored, or whose image is gone.
        const isSaid = !isUnknown && !(error instanceof ApiError && error.status === 404)
        return storeLike(key, { count: previous?.count ?? 0, ...(isSaid && { error }) })
      }
      if (attempt === maxAttempts) return scheduleResend(key, error)
      await new Promise((resolve) => setTimeout(resolve, minBackoffMs * 2 ** (attempt - 1)))
    }
  }
}

/** Whether a failed call may have succeeded on the server: it had no response, or the gateway timed out. */
function isOutcomeUnknown(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 504
}

function scheduleResend(key: LikeKey, error = accountLikes.get(serializeKey(key))?.error) {
  const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  storeLike(key, { count: 0, ...accountLikes.get(serializeKey(key)), error })
  const timer = setTimeout(() => void send(key), Math.max(resendIntervalMs, retryAfterMs))
  resends.set(serializeKey(key), { key, timer })
}
