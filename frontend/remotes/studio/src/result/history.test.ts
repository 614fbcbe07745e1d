import { describe, expect, it } from 'vitest'
import { begin, change, newGesture, redo, undo } from './history'

describe('history', () => {
  it('goes back and forth', () => {
    const history = change(change(begin('a'), 'b'), 'c')
    expect(undo(history).present).toBe('b')
    expect(redo(undo(history)).present).toBe('c')
    expect(undo(undo(undo(history))).present).toBe('a')
    expect(redo(history)).toBe(history)
  })

  it('forgets what was taken back once something new is done', () => {
    const history = change(undo(change(begin('a'), 'b')), 'c')
    expect(redo(history).present).toBe('c')
    expect(undo(history).present).toBe('a')
  })

  it('counts one gesture as one step', () => {
    const drag = newGesture()
    const history = change(change(change(begin(0), 1, drag), 2, drag), 3, drag)
    expect(undo(history).present).toBe(0)
    expect(undo(change(history, 4, newGesture())).present).toBe(3)
  })

  it('does not take a gesture up again after it was taken back', () => {
    const drag = newGesture()
    const back = undo(change(change(begin(0), 1), 2, drag))
    expect(undo(change(back, 3, drag)).present).toBe(1)
  })

  it('counts nothing that changes nothing', () => {
    const history = begin('a')
    expect(change(history, 'a')).toBe(history)
  })

  it('remembers 100 steps', () => {
    let history = begin(0)
    for (let step = 1; step <= 150; step++) history = change(history, step)
    for (let step = 0; step < 150; step++) history = undo(history)
    expect(history.present).toBe(50)
  })
})
