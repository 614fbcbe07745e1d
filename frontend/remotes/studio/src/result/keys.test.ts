import { describe, expect, it } from 'vitest'
import { historyAction, layerAfterKey } from './keys'
import { newLayer } from './overlay'

const layer = newLayer('A')
const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const shift = { ...none, shiftKey: true }
const control = { ...none, ctrlKey: true }

describe('layerAfterKey', () => {
  it.each([
    ['ArrowLeft', none, { x: 502 }],
    ['ArrowRight', shift, { x: 562 }],
    ['ArrowUp', shift, { y: 462 }],
    ['ArrowDown', none, { y: 522 }],
    ['+', shift, { fontSize: 52 }],
    ['=', none, { fontSize: 52 }],
    ['-', none, { fontSize: 44 }],
    ['[', none, { rotation: 345 }],
    [']', { ...control, altKey: true }, { rotation: 15 }],
  ])('%s with %j', (key, modifiers, change) => {
    expect(layerAfterKey(layer, { key, ...modifiers })).toEqual({ ...layer, ...change })
  })

  it('ignores other keys', () => {
    expect(layerAfterKey(layer, { key: 'Tab', ...none })).toBeUndefined()
    expect(layerAfterKey(layer, { key: '+', ...control })).toBeUndefined()
  })
})

describe('historyAction', () => {
  it.each([
    ['z', control, 'undo'],
    ['Z', { ...control, shiftKey: true }, 'redo'],
    ['z', { ...none, metaKey: true }, 'undo'],
    ['y', control, 'redo'],
    ['z', none, undefined],
    ['z', { ...control, altKey: true }, undefined],
  ])('%s with %j', (key, modifiers, way) => {
    expect(historyAction({ key, ...modifiers })).toBe(way)
  })
})
