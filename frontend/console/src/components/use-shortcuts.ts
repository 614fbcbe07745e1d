import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls the function of a pressed key, but not while a text is typed, a dialog is open, or with a modifier. The functions
 * change together with what is shown, so a key never acts on what was shown before. The listener stays: one that is
 * replaced while a key is being dispatched would miss it.
 */
export function useShortcuts(shortcuts: Record<string, () => unknown>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    const act = shortcuts[event.key]
    if (!act || document.querySelector('dialog[open]')) return
    event.preventDefault()
    act()
  })
  useLayoutEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')
  )
}
