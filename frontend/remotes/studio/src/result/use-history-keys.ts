import { useEffect, useEffectEvent } from 'react'
import { historyAction } from './keys'

/** Handles the undo and redo shortcuts on the whole page, except in a dialog, whose fields have their own undo. */
export function useHistoryKeys(actions: Record<'undo' | 'redo', () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = historyAction(event)
    if (!action || (event.target instanceof Element && event.target.closest('dialog'))) return
    event.preventDefault()
    actions[action]()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
