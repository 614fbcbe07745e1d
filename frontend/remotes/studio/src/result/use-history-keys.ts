import { useEffect, useRef } from 'react'
import { historyAction } from './keys'

/** Handles the undo and redo shortcuts on the whole page, except in a dialog, whose fields have their own undo. */
export function useHistoryKeys(undo: () => void, redo: () => void) {
  const actions = useRef({ undo, redo })
  useEffect(() => {
    actions.current = { undo, redo }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = historyAction(event)
      if (!action || (event.target instanceof Element && event.target.closest('dialog'))) return
      event.preventDefault()
      actions.current[action]()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
