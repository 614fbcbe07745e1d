import type { ListImagesResponse } from '@mcwick/api-calls'
import { imagesKey, isStale } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { parseFilter } from '../filter'

// What changed in the gallery since the page was opened.
const counts = new Map<string, number>()
const gone = new Map<string, number>() // since when, by id
const added = new Map<string, { type: string; at: number }>() // by id, in the order of their coming
let version = 0
const listeners = new Set<() => void>()

function notify() {
  version++
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the gallery while the page is open. */
export function useLiveGallery() {
  const { location, watchGallery } = useShell()
  const { type } = parseFilter(location.search)
  const client = useQueryClient()
  useEffect(
    () =>
      watchGallery?.([type], (update) => {
        for (const image of update.added ?? []) added.set(image.id, { type: image.type, at: Date.now() })
        for (const id of update.removed ?? []) {
          gone.set(id, Date.now())
          const refetch = () =>
            void client.invalidateQueries({
              queryKey: [...imagesKey, 'one', id],
              predicate: ({ state }) => !state.error,
            })
          refetch()
          setTimeout(refetch, listAgeMs) // a cache may have answered with the image
        }
        for (const id in update.likes) counts.set(id, update.likes[id] as number)
        notify()
      }),
    [type, watchGallery, client],
  )
}

/** The latest count of an image, undefined before it changed. */
export const useLiveCount = (id: string) => useSyncExternalStore(subscribe, () => counts.get(id))

/** Whether an image was taken down while the page is open. */
export const useIsGone = (id: string) => useSyncExternalStore(subscribe, () => gone.has(id))

/** How many images of a type were added that are not among those shown. */
export function useAddedCount(type: string, shown: Set<string>): number {
  useSyncExternalStore(subscribe, () => version)
  return [...added].filter(([id, its]) => its.type === type && !gone.has(id) && !shown.has(id)).length
}

// A response may be a second old in the gateway, two in shared caches (gateway/shared_caches.go), and one in the browser.
const listAgeMs = 4000

/**
 * Forgets what a list of all images of a type (`isWhole`) has of what was added, and shows again what was restored: it is in
 * a list that was requested when no cache had one of before it was taken down.
 */
export function applyList(list: ListImagesResponse, requestedAt: number, isWhole: boolean) {
  if (isStale(list)) return
  for (const { id } of list.images) {
    if (isWhole) added.delete(id)
    if ((gone.get(id) ?? requestedAt) + listAgeMs < requestedAt) gone.delete(id)
  }
  notify()
}

const cachedMs = 1100 // most lists are younger

/** Waits until a list likely has what was added, and forgets what every list has by then: the rest stays counted. */
export async function takeAdded() {
  const newest = [...added.values()].at(-1)?.at ?? 0
  await new Promise((resolve) => setTimeout(resolve, Math.min(cachedMs, newest + cachedMs - Date.now())))
  for (const [id, { at }] of added) if (at + listAgeMs < Date.now()) added.delete(id)
}
