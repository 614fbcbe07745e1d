import { useEffect, useRef } from 'react'
import { historyKey } from './keys'

/** Control Z and its like, anywhere in the page but in a dialog, whose own fields they belong to. */
export function useHistoryKeys(undo: () => void, redo: () => void) {
  const ways = useRef({ undo, redo })
  useEffect(() => {
    ways.current = { undo, redo }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const way = historyKey(event)
      if (!way || (event.target instanceof Element && event.target.closest('dialog'))) return
      event.preventDefault()
      ways.current[way]()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
