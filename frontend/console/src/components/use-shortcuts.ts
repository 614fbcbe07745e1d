import { useLayoutEffect } from 'react'

/**
 * Calls the function of a pressed key, but not while a text is typed, a dialog is open, or with a modifier. The functions
 * change together with what is shown: a key that is pressed right after never acts on what was shown before.
 */
export function useShortcuts(shortcuts: Record<string, () => unknown>) {
  useLayoutEffect(() => {
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
