import { describe, expect, it } from 'vitest'
import { newGesture, newHistory, pushChange, redo, undo } from './history'

describe('history', () => {
  it('undoes and redoes changes', () => {
    const history = pushChange(pushChange(newHistory('a'), 'b'), 'c')
    expect(undo(history).present).toBe('b')
    expect(redo(undo(history)).present).toBe('c')
    expect(undo(undo(undo(history))).present).toBe('a')
    expect(redo(history)).toBe(history)
  })

  it('drops the redo steps on a new change', () => {
    const history = pushChange(undo(pushChange(newHistory('a'), 'b')), 'c')
    expect(redo(history).present).toBe('c')
    expect(undo(history).present).toBe('a')
  })

  it('merges changes of one gesture into one step', () => {
    const drag = newGesture()
    const history = pushChange(pushChange(pushChange(newHistory(0), 1, drag), 2, drag), 3, drag)
    expect(undo(history).present).toBe(0)
    expect(undo(pushChange(history, 4, newGesture())).present).toBe(3)
  })

  it('does not merge changes of a gesture after an undo', () => {
    const drag = newGesture()
    const back = undo(pushChange(pushChange(newHistory(0), 1), 2, drag))
    expect(undo(pushChange(back, 3, drag)).present).toBe(1)
  })

  it('ignores an unchanged value', () => {
    const history = newHistory('a')
    expect(pushChange(history, 'a')).toBe(history)
  })

  it('keeps 100 steps', () => {
    let history = newHistory(0)
    for (let step = 1; step <= 150; step++) history = pushChange(history, step)
    for (let step = 0; step < 150; step++) history = undo(history)
    expect(history.present).toBe(50)
  })
})
