import { Button, IconButton } from '@mcwick/ui'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { maxLayers } from './layers'
import { texts } from './texts'
import type { LayerEditor } from './use-layer-editor'

const { result } = texts

export const panelId = 'studio-text'
export const tabId = (index: number) => `studio-text-${index + 1}`

type LayerBarProps = Pick<
  LayerEditor,
  'layers' | 'selected' | 'select' | 'add' | 'remove' | 'canUndo' | 'canRedo' | 'undo' | 'redo'
>

/** The tabs of the layers, buttons to add and remove one, undo and redo. */
export function LayerBar({ layers, selected, select, add, remove, canUndo, canRedo, undo, redo }: LayerBarProps) {
  const tabs = useRestoredFocus(layers.length)
  const onArrowKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = (selected + 1) % layers.length // with two layers both keys select the other one
    select(next)
    tabs.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div className="studio-layers">
      <div role="tablist" aria-label={result.layers} className="studio-tabs" ref={tabs} onKeyDown={onArrowKey}>
        {layers.map(({ id }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={tabId(index)}
            aria-selected={index === selected}
            aria-controls={panelId}
            tabIndex={index === selected ? 0 : -1}
            className="studio-tab"
            onClick={() => select(index)}
          >
            {result.layer(index + 1)}
          </button>
        ))}
      </div>
      {layers.length < maxLayers ? (
        <Button size="small" onClick={add}>
          {result.add}
        </Button>
      ) : (
        <IconButton icon="close" label={result.remove} onClick={remove} />
      )}
      <div className="studio-history">
        <IconButton icon="undo" label={result.undo} aria-disabled={!canUndo} onClick={undo} />
        <IconButton icon="undo" turn="mirror" label={result.redo} aria-disabled={!canRedo} onClick={redo} />
      </div>
    </div>
  )
}

/** Focuses the selected tab when a change of `count` removes the focused control. */
function useRestoredFocus(count: number) {
  const tabs = useRef<HTMLDivElement>(null)
  const previousCount = useRef(count)
  useEffect(() => {
    if (previousCount.current !== count && document.activeElement === document.body) {
      tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
    }
    previousCount.current = count
  }, [count])
  return tabs
}
