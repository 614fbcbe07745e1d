import { useShell } from '@mcwick/shell-contract'
import { Icon } from '@mcwick/ui'
import { useEffect, useId, useRef, useState } from 'react'
import type { Place } from '../launch'
import { routeOf } from '../routes'
import { PlaceItem } from './place-item'

/** A button that opens a list of links; it closes on a choice, a click outside and Escape. */
export function MenuGroup({ label, items }: { label: string; items: Place[] }) {
  const { location, config } = useShell()
  const [open, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const listId = useId()
  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    const { signal } = listening
    const isOutside = (event: Event) => !ref.current?.contains(event.target as Node)
    document.addEventListener('pointerdown', (event) => isOutside(event) && setOpen(false), { signal })
    document.addEventListener('focusin', (event) => isOutside(event) && setOpen(false), { signal })
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        setOpen(false)
        buttonRef.current?.focus()
      },
      { signal },
    )
    return () => listening.abort()
  }, [open])
  const currentPage = routeOf(location.path, config)?.path
  const isCurrent = currentPage !== undefined && items.some(({ href }) => href === currentPage)
  return (
    <div className="bar-group" ref={ref}>
      <button
        ref={buttonRef}
        type="button"
        className="bar-item"
        aria-expanded={open}
        aria-controls={listId}
        data-current={isCurrent || undefined}
        onClick={() => setOpen(!open)}
      >
        {label} <Icon name="chevron" size={14} />
      </button>
      <ul id={listId} className="bar-list" hidden={!open}>
        {items.map((item) => (
          <li key={item.label}>
            <PlaceItem place={item} className="bar-list-item" current={location.path} onChoose={() => setOpen(false)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
