import { useState } from 'react'

/**
 * Returns the item that keys are about, and its index: the selected one, or the first. It stays until another one is selected,
 * also when others come before it or it leaves the list (-1), so that no key is about what was not read.
 */
export function useCurrent<T>(
  items: readonly T[],
  keyOf: (one: T) => string,
  [selected, setSelected]: readonly [string | undefined, (key: string | undefined) => void],
) {
  const [shown, setShown] = useState<T>()
  const find = (key: string | undefined) => items.findIndex((one) => keyOf(one) === key)
  let index = find(selected)
  if (index < 0 && shown) index = find(keyOf(shown))
  const [first] = items
  if (index < 0 && !shown && first) {
    index = 0
    if (selected) setSelected(keyOf(first)) // what was selected may come later, and must not replace what is read by then
  }
  const current = items[index] ?? shown
  if (current !== shown) setShown(current)
  const select = (one: T | undefined) => {
    setShown(one)
    setSelected(one && keyOf(one))
  }
  return { current, index, select }
}

/** The `ref` of the item that is current: scrolls it into view when it becomes that, so that no key is about what is not on screen. */
export const scrollToCurrent = (item: Element | null) => item?.scrollIntoView({ block: 'nearest' })
