import { useEffect } from 'react'

/** Calls the function of a pressed key, but not while a text is typed, a dialog is open, or with a modifier. */
export function useShortcuts(shortcuts: Record<string, () => unknown>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const act = shortcuts[event.key]
      if (!act || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
