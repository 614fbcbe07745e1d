import { likeImage } from '@mcwick/api-calls'
import { type Image, isPassing, userAction } from '@mcwick/api-client'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const attempts = 3
const firstPauseMs = 1000

// What this visitor likes, with the count to show for it. It outlives lists and visits to other pages; a like whose call
// failed stays filled, and a reload shows the truth.
const liked = new Map<string, number>()
const listeners = new Set<() => void>()

function remember(id: string, count: number) {
  liked.set(id, count)
  for (const listener of listeners) listener()
}

/** Takes over what the server knows to be liked; these likes are in the counts already. */
export function rememberLiked(ids: string[]) {
  for (const id of ids) if (!liked.has(id)) remember(id, 0)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A picture's like: counted at once, sent in the background, again after 1 and 2 seconds while that may help. */
export function useLike({ id, likes }: Image) {
  const mine = useSyncExternalStore(subscribe, () => liked.get(id))
  const { mutate } = useMutation({
    mutationFn: () => userAction('like a picture', (span) => likeImage(id, { span })),
    retry: (failures, error) => failures + 1 < attempts && isPassing(error),
    retryDelay: (failures) => firstPauseMs * 2 ** failures,
    onMutate: () => remember(id, likes + 1),
    onSuccess: (answer) => remember(id, answer.likes),
  })
  return { isLiked: mine !== undefined, count: Math.max(likes, mine ?? 0), like: () => mutate() }
}
