import { type RefObject, useEffect } from 'react'

/**
 * Tells the styles of an element how much of the window an on-screen keyboard leaves visible, and where: browsers lay pages out
 * as if there were none.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const update = () => {
      const element = ref.current
      if (!element) return
      const { style } = element
      // A zoomed page is not one with a keyboard.
      const covered = viewport.scale > 1.01 ? 0 : Math.round(window.innerHeight - viewport.height)
      const isOpen = covered > minKeyboard
      element.toggleAttribute('data-keyboard', isOpen)
      style.setProperty('--studio-visible', isOpen ? `${Math.round(viewport.height)}px` : '100svh')
      style.setProperty('--studio-above', isOpen ? `${Math.round(viewport.offsetTop)}px` : '0px')
      style.setProperty('--studio-below', isOpen ? `${covered - Math.round(viewport.offsetTop)}px` : '0px')
    }
    update()
    for (const event of events) viewport.addEventListener(event, update)
    return () => {
      for (const event of events) viewport.removeEventListener(event, update)
    }
  }, [ref])
}

const events = ['resize', 'scroll'] as const
const minKeyboard = 100 // CSS pixels: less is a browser's bar
